// Without zod, which the first page of the wizard does not load.

/** The characters that Windows-1252 has at 0x80 to 0x9F, which some programs paste as they are; a space for none. */
const windowsLetters = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Line breaks of other systems, and those that word processors paste: line and page, next line, line and paragraph separator. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const lineBreaks = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g
const windowsControls = /[\u0080-\u009f]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const controls = /[\u0000-\u0008\u000e-\u001f\u007f]/g
const loneSurrogates = /\p{Cs}/gu

/** What a text has that is cleaned: nearly no text has any of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const unclean = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]|\p{Cs}/u

/** The text that is kept of a text as it was pasted, and how many characters of it nobody could see and nobody can keep. */
export interface CleanText {
  readonly text: string
  readonly removed: number
}

/**
 * Cleans a pasted text: every line break becomes a line feed, letters of Windows-1252 become those that were meant, other control
 * characters and halves of characters go. Joiners, combining marks and marks of direction stay.
 */
export function cleanText(raw: string): CleanText {
  if (!unclean.test(raw)) return { text: raw, removed: 0 }
  let removed = 0
  const remove = () => {
    removed += 1
    return ''
  }
  const text = raw
    .replace(lineBreaks, '\n')
    .replace(windowsControls, (control) => {
      const letter = windowsLetters.charAt(control.charCodeAt(0) - 0x80)
      return letter.trim() || remove()
    })
    .replace(controls, remove)
    .replace(loneSurrogates, remove)
  return { text, removed }
}

/** The same for a text of one line, in which line breaks and tabs are spaces. */
export function cleanLine(raw: string): CleanText {
  const { text, removed } = cleanText(raw)
  return { text: text.replace(/[\n\t]+/g, ' '), removed }
}

/** Whether every text in a value, at any depth, is clean. */
export function isClean(raw: unknown): boolean {
  if (typeof raw === 'string') return !unclean.test(raw)
  return typeof raw !== 'object' || raw === null || Object.values(raw).every(isClean)
}

/** Cleans every text in a value of JSON, at any depth. */
export function cleanTexts(raw: unknown): unknown {
  if (isClean(raw)) return raw
  if (typeof raw === 'string') return cleanText(raw).text
  if (Array.isArray(raw)) return raw.map(cleanTexts)
  return Object.fromEntries(Object.entries(raw as object).map(([name, value]) => [name, cleanTexts(value)]))
}
