import { clustersOf } from './bidi-runs.ts'

/** A line of a text, by code units; white space at its end is part of it. */
export interface Line {
  readonly from: number
  readonly to: number
}

/** What stands on one line as a whole: a word, or a cluster of a word that no line holds. */
interface Atom {
  readonly from: number
  /** Width of the white space before it, which counts inside a line only. */
  readonly gap: number
  readonly width: number
}

type Measure = (part: string) => number

function* atomsOf(text: string, width: number, measure: Measure): Generator<Atom> {
  for (const { 0: found, index } of text.matchAll(/\s*\S+/gu)) {
    const word = found.trimStart()
    const from = index + found.length - word.length
    const atom = { from, gap: measure(text.slice(index, from)), width: measure(word) }
    if (atom.width <= width) yield atom
    else yield* clustersIn(atom, word, measure)
  }
}

const clustersIn = ({ from, gap }: Atom, word: string, measure: Measure) =>
  clustersOf(word).map(
    ({ segment, index }): Atom => ({
      from: from + index,
      gap: index === 0 ? gap : 0,
      width: measure(segment),
    }),
  )

/**
 * Breaks a text, in the order in which it is read, into lines no wider than `width`: between words, and inside a word only
 * where it would not fit a line of its own, never inside what people take for one character.
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
