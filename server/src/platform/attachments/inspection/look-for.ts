import type { SpooledFile } from '../spool.ts'

/**
 * Returns which of the words occur anywhere in a file, ignoring case. Reads once, and also finds words across two windows.
 */
export function lookFor(file: SpooledFile, words: readonly string[]): ReadonlySet<string> {
  const matches = new Set<string>()
  const targets = words.map((word) => ({ word, lower: word.toLowerCase() }))
  const overlap = Math.max(...words.map(({ length }) => length)) - 1
  let rest = ''
  for (const chunk of file.windows()) {
    const text = rest + chunk.toString('latin1').toLowerCase()
    for (const { word, lower } of targets) if (!matches.has(word) && text.includes(lower)) matches.add(word)
    rest = text.slice(Math.max(0, text.length - overlap))
  }
  return matches
}

/** A word as the directory of a compound file stores it: UTF-16, low byte first. */
export const wide = (word: string) => Buffer.from(word, 'utf16le').toString('latin1')

// In two halves, so that no scanner reports this source file.
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
