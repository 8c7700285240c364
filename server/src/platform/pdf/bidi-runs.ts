import bidiFactory from 'bidi-js'

// A CommonJS module with types of an ES module.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

export type Direction = 'ltr' | 'rtl'

/** A grapheme cluster, or a part of one, as drawn and as typed: they differ where it is mirrored or no face has it. */
export interface Letter {
  readonly shown: string
  readonly typed: string
}

/** A part of a line with one direction and one face, drawn at once. */
export interface Run {
  /** In reading order. */
  readonly letters: readonly Letter[]
  readonly direction: Direction
  /** Index of the face that draws it. */
  readonly face: number
  /** Its number among the runs of its line, in reading order. */
  readonly order: number
}

/** A letter with the face that draws it. */
export interface FacedLetter extends Letter {
  readonly face: number
}

/** Returns what to draw for a cluster, mostly one letter; `before` is the face of the previous cluster. */
export type Pick = (cluster: string, before: number | undefined) => readonly FacedLetter[]

/** The text that is drawn for a run, in reading order. */
export const shownText = ({ letters }: Run) => letters.map(({ shown }) => shown).join('')

/** A paragraph with the bidi level of each code unit (Unicode Standard Annex #9). */
export interface Paragraph {
  readonly text: string
  readonly levels: Uint8Array
  readonly direction: Direction
}

/** A grapheme cluster, and its place in code units. */
interface Cluster {
  readonly segment: string
  readonly index: number
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Code units that are segmented at once: V8 copies the whole input for each segment, so that a long text takes gigabytes. */
const windowLength = 256

/** `end`, or the place after it where `end` is in the middle of a surrogate pair. */
const wholeCharacterEnd = (text: string, end: number) => ((text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end)

/** Grapheme clusters of a text, with their index. */
export function clustersOf(text: string): Cluster[] {
  const found: Cluster[] = []
  let from = 0
  let length = windowLength
  while (from < text.length) {
    const end = wholeCharacterEnd(text, from + length)
    const segments = [...clusters.segment(text.slice(from, end))]
    // The window may end inside of its last cluster, which belongs to the next window then.
    if (end < text.length) segments.pop()
    for (const { segment, index } of segments) found.push({ segment, index: from + index })
    const last = segments.at(-1)
    length = last ? windowLength : length * 2
    if (last) from += last.index + last.segment.length
  }
  return found
}

const strong = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|\p{L}/u
/** Letters that are written from right to left. */
export const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The direction of the first strong letter of a text. */
export function directionOf(text: string, otherwise: Direction): Direction {
  const [letter] = strong.exec(text) ?? []
  if (letter === undefined) return otherwise
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}

export function readParagraph(text: string, direction: Direction): Paragraph {
  return { text, direction, levels: bidi.getEmbeddingLevels(text, direction).levels }
}

interface LevelRun extends Omit<Run, 'direction' | 'letters'> {
  readonly level: number
  readonly letters: Letter[]
}

/** Returns the runs of a line in visual order, from left to right; `from` and `to` are code units of the paragraph. */
export function runsOfLine({ text, levels, direction }: Paragraph, from: number, to: number, pick: Pick): Run[] {
  const base = direction === 'rtl' ? 1 : 0
  const end = from + text.slice(from, to).trimEnd().length
  // White space at the end of a line has the level of the paragraph (rule L1).
  const levelAt = (at: number) => (at < end ? (levels[at] ?? base) : base)
  const runs: LevelRun[] = []
  for (const { segment, index } of clustersOf(text.slice(from, to))) {
    const level = levelAt(from + index)
    for (const { face, shown, typed } of pick(segment, runs.at(-1)?.face)) {
      const letter = { typed, shown: level % 2 === 1 ? mirror(shown) : shown }
      const last = runs.at(-1)
      if (last?.level === level && last.face === face && isReadAsDrawn(last, letter)) last.letters.push(letter)
      else runs.push({ level, face, letters: [letter], order: runs.length })
    }
  }
  return reorder(runs).map(({ level, ...run }) => ({ ...run, direction: directionAt(level) }))
}

/**
 * Whether readers of a file find a letter after those of its run. They take signs without a letter from left to right, even
 * between letters that go from right to left, so that each is a run of its own.
 */
const isReadAsDrawn = ({ level, letters }: LevelRun, letter: Letter) =>
  level % 2 === 0 || [letter, ...letters].some(({ shown }) => rightToLeft.test(shown))

const directionAt = (level: number): Direction => (level % 2 === 1 ? 'rtl' : 'ltr')

const mirror = (text: string) => bidi.getMirroredCharacter(text) ?? text

/** Reverses, from the highest level down, each sequence of runs at that level or above (rule L2). */
function reorder(runs: readonly LevelRun[]): readonly LevelRun[] {
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
