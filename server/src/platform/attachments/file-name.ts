import { extensionOf, limits } from '@portal/contract'

// Control characters, lone surrogates, and characters that reverse or hide text. Joiners of Persian, Urdu and emoji remain.
const hidden =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
const separators = /[/\\]/
/** Characters that Windows forbids in names. */
const forbidden = /[<>:"|?*]/g
/** Device names of Windows, with any extension. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?=\.|$)/i
const defaultName = 'allegato'
/**
 * Characters of the sent name that are read, from its end, which has the extension. More than is stored, and cheap to
 * search.
 */
const longestRaw = 1000

/**
 * Returns a name that is safe to show, to store and to save on any system: without path, hidden characters and forbidden
 * ones. A name of more than 100 characters is cut to 99, extension included (specification 1 §5), never inside a character.
 */
export function cleanFileName(raw: string): string {
  const last = raw.slice(-longestRaw).normalize('NFC').replace(hidden, '').split(separators).at(-1) ?? ''
  const plain = last
    .replace(forbidden, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return cut(plain.replace(device, '_$1') || defaultName)
}

const segmenter = new Intl.Segmenter('it', { granularity: 'grapheme' })
const length = (text: string) => [...text].length

function cut(name: string): string {
  if (length(name) <= limits.fileName.characters) return name
  const extension = extensionOf(name)
  const end = extension && length(extension) <= 10 ? name.slice(name.lastIndexOf('.')) : ''
  const available = limits.fileName.cutTo - length(end)
  let shortened = ''
  let used = 0
  for (const { segment } of segmenter.segment(name.slice(0, name.length - end.length))) {
    used += length(segment)
    if (used > available) break
    shortened += segment
  }
  return `${shortened.replace(/[. ]+$/, '') || defaultName}${end}`
}
