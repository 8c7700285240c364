import bidiFactory from 'bidi-js'

// A CommonJS module whose types are those of an ES module.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

export type Direction = 'ltr' | 'rtl'

/** A stretch of a line that is drawn at once: of one direction and one face. */
export interface Run {
  /** In the order in which it is read; mirrored signs stand already as they look. */
  readonly text: string
  readonly direction: Direction
  /** Number of the face that draws it. */
  readonly face: number
}

/** Which face draws a cluster, and as what; `before` is the face of the cluster before it. */
export type Pick = (cluster: string, before: number | undefined) => { readonly face: number; readonly text: string }

/** A paragraph with the level of each of its code units (Unicode Standard Annex #9). */
export interface Paragraph {
  readonly text: string
  readonly levels: Uint8Array
  readonly direction: Direction
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Clusters of code points that people take for one character, each with where it begins. */
export const clustersOf = (text: string) =>
  [...clusters.segment(text)].map(({ segment, index }) => ({ segment, index }))

const strong = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|\p{L}/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The direction that the first letter of a text gives it. */
export function directionOf(text: string, otherwise: Direction): Direction {
  const [letter] = strong.exec(text) ?? []
  if (letter === undefined) return otherwise
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}

export function readParagraph(text: string, direction: Direction): Paragraph {
  return { text, direction, levels: bidi.getEmbeddingLevels(text, direction).levels }
}

interface LevelRun extends Omit<Run, 'direction'> {
  readonly level: number
}

/** The runs of a line, as they stand from left to right; a line is cut from its paragraph by code units. */
export function runsOfLine({ text, levels, direction }: Paragraph, from: number, to: number, pick: Pick): Run[] {
  const base = direction === 'rtl' ? 1 : 0
  const end = from + text.slice(from, to).trimEnd().length
  // What ends a line is no part of what stands before it (rule L1).
  const levelAt = (at: number) => (at < end ? (levels[at] ?? base) : base)
  const runs: LevelRun[] = []
  for (const { segment, index } of clustersOf(text.slice(from, to))) {
    const level = levelAt(from + index)
    const picked = pick(segment, runs.at(-1)?.face)
    append(runs, { level, face: picked.face, text: level % 2 === 1 ? mirrored(picked.text) : picked.text })
  }
  return reordered(runs).map(({ text: shown, level, face }) => ({ text: shown, face, direction: directionAt(level) }))
}

const directionAt = (level: number): Direction => (level % 2 === 1 ? 'rtl' : 'ltr')

/** Adds a cluster to the last run, or as a new one. */
function append(runs: LevelRun[], cluster: LevelRun): void {
  const last = runs.at(-1)
  if (last?.level !== cluster.level || last.face !== cluster.face) runs.push(cluster)
  else runs[runs.length - 1] = { ...last, text: last.text + cluster.text }
}

const mirrored = (text: string) => bidi.getMirroredCharacter(text) ?? text

/** From the highest level down, what stands together at it or above is turned round (rule L2). */
function reordered(runs: readonly LevelRun[]): readonly LevelRun[] {
  const result = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < result.length; start++) {
      let end = start
      while ((result[end]?.level ?? -1) >= level) end++
      if (end > start) result.splice(start, end - start, ...result.slice(start, end).reverse())
      start = Math.max(start, end)
    }
  return result
}
