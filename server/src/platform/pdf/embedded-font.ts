import type { PathCommand } from './glyph-outline.ts'

export interface Glyph {
  readonly id: number
  readonly codePoints: readonly number[]
  readonly advanceWidth: number
  readonly path: { readonly commands: readonly PathCommand[] }
}

/** In thousandths of the font size. */
export interface Position {
  readonly xAdvance: number
  readonly xOffset: number
  readonly yOffset: number
}

interface GlyphLine {
  readonly glyphs: readonly Glyph[]
  readonly positions: readonly Position[]
}

type Layout = (text: string, features?: unknown) => GlyphLine

/** Internal members of an embedded font of pdfkit, which its types lack. */
export interface EmbeddedFont {
  readonly id: string
  readonly font: {
    readonly _glyphs: Record<number, Glyph | undefined>
    hasGlyphForCodePoint(codePoint: number): boolean
    getGlyph: (id: number, codePoints?: readonly number[]) => Glyph
    layout: Layout
  }
  readonly layout: Layout
  readonly subset: { readonly glyphs: number[] }
  readonly widths: number[]
  readonly unicode: (readonly number[])[]
  /** Thousandths of the font size in a unit of the font. */
  readonly scale: number
  ref(): object
  widthOfString(text: string, size: number, features?: unknown): number
}

const prepared = new WeakSet<EmbeddedFont>()
const placesByFont = new WeakMap<EmbeddedFont, Map<string, number>>()

/** Returns the selected font of a document, ready for drawing. */
export function selectedFont(pdf: object): EmbeddedFont {
  const font = rawFont(pdf)
  if (!prepared.has(font)) {
    prepared.add(font)
    cacheGlyphsByLetters(font.font)
    retryWithoutAnchors(font.font)
  }
  return font
}

const rawFont = (pdf: object) => (pdf as { _font: EmbeddedFont })._font

/** Whether the selected font of a document has a character. */
export const hasCharacter = (pdf: object, codePoint: number): boolean =>
  rawFont(pdf).font.hasGlyphForCodePoint(codePoint)

/**
 * Returns the code of a glyph in a font of the document, which readers translate to `text`. Each text of a glyph has a code of its
 * own: Arabic letters share glyphs (a base and separate dots), and the library would translate all of them to the first one.
 */
export function codeOf(font: EmbeddedFont, { id, advanceWidth }: Glyph, text: string): string {
  const places = placesByFont.get(font) ?? new Map<string, number>()
  placesByFont.set(font, places)
  const key = `${id} ${text}`
  let place = places.get(key)
  if (place === undefined) {
    place = font.subset.glyphs.push(id) - 1
    places.set(key, place)
    font.widths[place] = advanceWidth * font.scale
    font.unicode[place] = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  }
  return place.toString(16).padStart(4, '0')
}

/** The library caches a glyph with the letters of its first use; this caches it once for each combination of letters. */
function cacheGlyphsByLetters(font: EmbeddedFont['font']): void {
  const getGlyph = font.getGlyph.bind(font)
  const glyphs = new Map<string, Glyph>()
  font.getGlyph = (id, codePoints = []) => {
    const key = `${id} ${codePoints.join()}`
    const cached = glyphs.get(key)
    if (cached) return cached
    delete font._glyphs[id]
    const glyph = getGlyph(id, codePoints)
    glyphs.set(key, glyph)
    return glyph
  }
}

/** Features that place marks relative to their letter. */
const withoutAnchors = { mark: false, mkmk: false, abvm: false, blwm: false, curs: false, dist: false }

/** The library throws where a font lacks the anchor of a mark, as for some Punjabi texts; marks then stay where their glyphs are. */
function retryWithoutAnchors(font: EmbeddedFont['font']): void {
  const layout = font.layout.bind(font)
  font.layout = (text, features) => {
    try {
      return layout(text, features)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      const named = Array.isArray(features) ? Object.fromEntries(features.map((tag) => [tag, true])) : features
      return layout(text, { ...(named as object | undefined), ...withoutAnchors })
    }
  }
}
