interface Glyph {
  readonly id: number
  readonly codePoints: readonly number[]
  readonly advanceWidth: number
}

type Layout = (
  text: string,
  features?: unknown,
) => { readonly glyphs: readonly Glyph[]; readonly positions: readonly unknown[] }

/** Internal members of an embedded font of pdfkit, which its types lack. */
interface EmbeddedFont {
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
  readonly scale: number
  encode: (text: string, features?: unknown) => [codes: string[], positions: readonly unknown[]]
}

const prepared = new WeakSet<EmbeddedFont>()

const selectedFont = (pdf: object) => (pdf as { _font: EmbeddedFont })._font

/** Prepares the selected font of a document for drawing. */
export function prepareFont(pdf: object): void {
  const font = selectedFont(pdf)
  if (prepared.has(font)) return
  prepared.add(font)
  cacheGlyphsByLetters(font.font)
  retryWithoutAnchors(font.font)
  encodeEachLetter(font)
}

/** Whether the selected font of a document has a character. */
export const hasCharacter = (pdf: object, codePoint: number): boolean =>
  selectedFont(pdf).font.hasGlyphForCodePoint(codePoint)

/**
 * Gives each letter its own entry in the font subset. Arabic letters share glyphs (a base and separate dots); by default the
 * library would copy and search all of them as the first one.
 */
function encodeEachLetter(font: EmbeddedFont): void {
  const places = new Map<string, number>()
  const placeOf = ({ id, codePoints, advanceWidth }: Glyph): number => {
    const key = `${id} ${codePoints.join()}`
    const cached = places.get(key)
    if (cached !== undefined) return cached
    const place = font.subset.glyphs.push(id) - 1
    places.set(key, place)
    font.widths[place] = advanceWidth * font.scale
    font.unicode[place] = codePoints
    return place
  }
  font.encode = (text, features) => {
    const { glyphs, positions } = font.layout(text, features)
    return [glyphs.map((glyph) => placeOf(glyph).toString(16).padStart(4, '0')), positions]
  }
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
