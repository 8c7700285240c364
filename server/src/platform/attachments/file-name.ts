import { extensionOf, limits } from '@portal/contract'

// Controls, lone surrogates, and what turns or hides text. The joiners of Persian, Urdu and emoji stay.
const hidden =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
const separators = /[/\\]/
/** What Windows takes in no name. */
const forbidden = /[<>:"|?*]/g
/** Its names of devices, whatever their extension. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?=\.|$)/i
const nameless = 'allegato'
/** Of what a sender calls a file; its end has the extension. Far more than is kept, and little enough to search. */
const longestRaw = 1000

/**
 * A name that is safe to show, to store and to save under on any system: without path, hidden characters and what a system
 * forbids. Over 100 characters it is cut to 99, its extension included (specification 1 §5), never inside a character.
 */
export function cleanFileName(raw: string): string {
  const last = raw.slice(-longestRaw).normalize('NFC').replace(hidden, '').split(separators).at(-1) ?? ''
  const plain = last
    .replace(forbidden, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return cut(plain.replace(device, '_$1') || nameless)
}

const segmenter = new Intl.Segmenter('it', { granularity: 'grapheme' })
const length = (text: string) => [...text].length

function cut(name: string): string {
  if (length(name) <= limits.fileName.characters) return name
  const extension = extensionOf(name)
  const end = extension && length(extension) <= 10 ? name.slice(name.lastIndexOf('.')) : ''
  const room = limits.fileName.cutTo - length(end)
  let kept = ''
  let used = 0
  for (const { segment } of segmenter.segment(name.slice(0, name.length - end.length))) {
    used += length(segment)
    if (used > room) break
    kept += segment
  }
  return `${kept.replace(/[. ]+$/, '') || nameless}${end}`
}
