import type { Letter } from './bidi-runs.ts'

/** A glyph as a font lays it out. */
export interface LaidGlyph {
  readonly codePoints: readonly number[]
  /** How far it moves the pen; signs above, below and inside of others do not. */
  readonly advance: number
}

interface Group<G> {
  readonly letters: Letter[]
  readonly glyphs: G[]
}

/** Joiners, direction marks and variation selectors, for which fonts have a space without width. */
const hidden = /\p{Default_Ignorable_Code_Point}/gu
const isHidden = ({ codePoints: [first], advance }: LaidGlyph) => first === 0x20 && advance === 0

const charactersOf = (text: string) => [...text.normalize('NFKD').replace(hidden, '')]
const charactersOfGlyph = (glyph: LaidGlyph) =>
  isHidden(glyph) ? [] : charactersOf(String.fromCodePoint(...glyph.codePoints))

/**
 * Pairs letters with their glyphs, both in reading order. A font joins, splits and moves them (a Bengali vowel sign is before
 * the consonants that it follows), so that a group ends where both sides have had the same characters.
 */
function* groupsOf<G extends LaidGlyph>(letters: readonly Letter[], glyphs: readonly G[]): Generator<Group<G>> {
  const counts = new Map<string, number>()
  /** Characters of letters without a glyph so far, and characters of glyphs whose letter comes later. */
  const open = { missing: 0, early: 0 }
  let group: Group<G> = { letters: [], glyphs: [] }
  let next = 0

  function count(character: string, step: 1 | -1): void {
    const before = counts.get(character) ?? 0
    counts.set(character, before + step)
    const [same, other] = step === 1 ? (['missing', 'early'] as const) : (['early', 'missing'] as const)
    if (before * step < 0) open[other]--
    else open[same]++
  }

  function takeGlyphsWhile(isNext: (glyph: G) => boolean): void {
    for (let glyph = glyphs[next]; glyph && isNext(glyph); glyph = glyphs[next]) {
      group.glyphs.push(glyph)
      for (const character of charactersOfGlyph(glyph)) count(character, -1)
      next++
    }
  }

  for (const [index, letter] of letters.entries()) {
    group.letters.push(letter)
    for (const character of charactersOf(letter.shown)) count(character, 1)
    takeGlyphsWhile(() => open.missing > 0)
    const isLast = index === letters.length - 1
    if (open.early > 0 && !isLast) continue
    takeGlyphsWhile((glyph) => isLast || charactersOfGlyph(glyph).length === 0)
    yield group
    group = { letters: [], glyphs: [] }
  }
}

/** The glyphs of a group that stand for its characters: with its marks, unless it has more glyphs than characters. */
function carriersOf<G extends LaidGlyph>(glyphs: readonly G[], characters: number): readonly G[] {
  const named = glyphs.filter(({ codePoints, advance }) => codePoints.length > 0 || advance > 0)
  const moving = named.filter(({ advance }) => advance > 0)
  return moving.length > 0 && named.length > characters ? moving : named
}

/**
 * Gives each glyph the typed characters that readers of the file find for it, in the order of the glyphs: one each, the rest to
 * the last. A glyph without an entry is a part of another.
 */
export function textsOfGlyphs<G extends LaidGlyph>(letters: readonly Letter[], glyphs: readonly G[]): Map<G, string> {
  const texts = new Map<G, string>()
  for (const group of groupsOf(letters, glyphs)) {
    const typed = group.letters.map((letter) => letter.typed).join('')
    const carriers = carriersOf(group.glyphs, [...typed].length)
    // A vowel sign around its consonant is one character and two glyphs: its two halves have characters, too.
    const characters = [...(carriers.length > [...typed].length ? typed.normalize('NFD') : typed)]
    for (const [index, glyph] of carriers.entries()) {
      const rest = index === carriers.length - 1 ? characters.slice(index) : characters.slice(index, index + 1)
      if (rest.length > 0) texts.set(glyph, rest.join(''))
    }
  }
  return texts
}
