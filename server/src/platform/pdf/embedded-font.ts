interface Glyph {
  readonly id: number
  readonly codePoints: readonly number[]
  readonly advanceWidth: number
}

type Layout = (
  text: string,
  features?: unknown,
) => { readonly glyphs: readonly Glyph[]; readonly positions: readonly unknown[] }

/** What pdfkit has inside of a font that it embeds, and does not tell in its types. */
interface EmbeddedFont {
  readonly font: {
    readonly _glyphs: Record<number, Glyph | undefined>
    hasGlyphForCodePoint(codePoint: number): boolean
    getGlyph: (id: number, codePoints?: readonly number[]) => Glyph
  }
  readonly layout: Layout
  readonly subset: { readonly glyphs: number[] }
  readonly widths: number[]
  readonly unicode: (readonly number[])[]
  readonly scale: number
  encode: (text: string, features?: unknown) => [codes: string[], positions: readonly unknown[]]
}

const prepared = new WeakSet<EmbeddedFont>()

const chosenIn = (pdf: object) => (pdf as { _font: EmbeddedFont })._font

/** Makes the font that is chosen in a document ready to be drawn with. */
export function prepareFont(pdf: object): void {
  const font = chosenIn(pdf)
  if (prepared.has(font)) return
  prepared.add(font)
  forgetLetters(font.font)
  tellLettersApart(font)
}

/** Whether the font that is chosen in a document has a character. */
export const hasCharacter = (pdf: object, codePoint: number): boolean =>
  chosenIn(pdf).font.hasGlyphForCodePoint(codePoint)

/**
 * Gives each letter a place of its own in the subset. Letters of Arabic share their glyphs (a base, and dots apart from it);
 * by the library's way all of them would be copied and searched as whichever came first.
 */
function tellLettersApart(font: EmbeddedFont): void {
  const places = new Map<string, number>()
  const placeOf = ({ id, codePoints, advanceWidth }: Glyph): number => {
    const key = `${id} ${codePoints.join()}`
    const known = places.get(key)
    if (known !== undefined) return known
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

/** A glyph is kept with the letters that it was first asked for; here it is kept with those of each time. */
function forgetLetters(font: EmbeddedFont['font']): void {
  const getGlyph = font.getGlyph.bind(font)
  const made = new Map<string, Glyph>()
  font.getGlyph = (id, codePoints = []) => {
    const key = `${id} ${codePoints.join()}`
    const known = made.get(key)
    if (known) return known
    delete font._glyphs[id]
    const glyph = getGlyph(id, codePoints)
    made.set(key, glyph)
    return glyph
  }
}
