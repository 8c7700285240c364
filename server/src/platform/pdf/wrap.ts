import { clustersOf } from './bidi-runs.ts'

/** A line of a text, in code units, with the white space at its end. */
export interface Line {
  readonly from: number
  readonly to: number
}

/** An unbreakable part of a line: a word, or a cluster of a word longer than a line. */
interface Atom {
  readonly from: number
  /** Width of the white space before it, which counts only inside a line. */
  readonly gap: number
  readonly width: number
}

type Measure = (part: string) => number

/**
 * Code units of the longest word that is measured as a whole. A longer one is wider than a line; to measure 10,000 emoji
 * as one run took more than 30 seconds and 256 MB.
 */
const longestWord = 400

function* atomsOf(text: string, width: number, measure: Measure): Generator<Atom> {
  for (const { 0: match, index } of text.matchAll(/\s*\S+/gu)) {
    const word = match.trimStart()
    const from = index + match.length - word.length
    const gap = measure(match.slice(0, match.length - word.length))
    const wordWidth = word.length > longestWord ? Number.POSITIVE_INFINITY : measure(word)
    if (wordWidth <= width) yield { from, gap, width: wordWidth }
    else yield* clustersIn({ from, gap }, word, width, measure)
  }
}

/** East Asian punctuation that no line may begin with, and that no line may end with: it stays with its neighbour. */
const closing = /^[、。，．！？：；…）］｝〉》」』】〕”’]$/u
const opening = /^[（［｛〈《「『【〔“‘]$/u

function clustersIn({ from, gap }: Omit<Atom, 'width'>, word: string, lineWidth: number, measure: Measure): Atom[] {
  const atoms: Atom[] = []
  let before = ''
  for (const { segment, index } of clustersOf(word)) {
    const last = atoms.at(-1)
    const width = measure(segment)
    const staysTogether = closing.test(segment) || opening.test(before)
    if (last && staysTogether && last.width + width <= lineWidth)
      atoms[atoms.length - 1] = { ...last, width: last.width + width }
    else atoms.push({ from: from + index, gap: index === 0 ? gap : 0, width })
    before = segment
  }
  return atoms
}

/**
 * Breaks a text into lines no wider than `width`, in reading order: between words, and inside a word only where it is longer
 * than a line, never inside a grapheme cluster.
 */
export function wrap(text: string, width: number, measure: Measure): Line[] {
  const lines: Line[] = []
  let from = 0
  let used = 0
  for (const atom of atomsOf(text, width, measure)) {
    if (used > 0 && used + atom.gap + atom.width > width) {
      lines.push({ from, to: atom.from })
      from = atom.from
      used = 0
    }
    used += (used > 0 ? atom.gap : 0) + atom.width
  }
  return [...lines, { from, to: text.length }]
}
