import { type Run, rightToLeft, shownText } from './bidi-runs.ts'
import { codeOf, type EmbeddedFont, type Glyph, type Position, selectedFont } from './embedded-font.ts'
import { outlineOf } from './glyph-outline.ts'
import { type LaidGlyph, textsOfGlyphs } from './glyph-texts.ts'

/** Letters and digits that the library reverses by itself, whatever the direction of their run. */
const reversedByLibrary = rightToLeft

/** With a feature of its own a run is shaped as a whole, as joining letters require. */
const featuresOf = (run: Run): 'rtla'[] | undefined =>
  run.direction === 'rtl' || reversedByLibrary.test(shownText(run)) ? ['rtla'] : undefined

/** The text of a run, reversed where needed so that the library lays it out in its direction. */
const readyToDraw = (run: Run): string =>
  reversedByLibrary.test(shownText(run)) === (run.direction === 'rtl')
    ? shownText(run)
    : shownText({ ...run, letters: run.letters.toReversed() })

/** Members of a page of pdfkit, which its types lack. */
interface Page {
  readonly fonts: Record<string, object>
}

interface PlacedGlyph extends LaidGlyph {
  readonly glyph: Glyph
  readonly position: Position
  /** From the start of the run, in thousandths of the font size. */
  readonly x: number
}

interface Place {
  /** The left edge in points. */
  readonly left: number
  readonly baseline: number
  readonly size: number
}

/** The width of a run in points, in the selected font. */
export const widthOfRun = (pdf: PDFKit.PDFDocument, run: Run, size: number): number =>
  selectedFont(pdf).widthOfString(shownText(run), size, featuresOf(run))

/** Draws a run in the selected font, so that readers of the file find what was typed. */
export function drawRun(pdf: PDFKit.PDFDocument, run: Run, { left, baseline, size }: Place): void {
  const font = selectedFont(pdf)
  const placed = layOut(font, run)
  const texts = textsOfGlyphs(run.letters, run.direction === 'rtl' ? placed.toReversed() : placed)
  // The types lack the fonts of a page.
  const page = pdf.page as unknown as Page
  if (texts.size > 0) page.fonts[font.id] ??= font.ref()
  const text = texts.size > 0 ? `BT /${font.id} 1000 Tf ${textOperators(font, placed, texts)} ET` : ''
  const shapes = placed.filter((each) => !texts.has(each) || each.advance === 0).map((each) => shapeOf(font, each))
  pdf.save()
  pdf.transform(size / 1000, 0, 0, -size / 1000, left, baseline)
  pdf.addContent([text, ...shapes].join(' '))
  pdf.restore()
}

function layOut(font: EmbeddedFont, run: Run): PlacedGlyph[] {
  const { glyphs, positions } = font.layout(readyToDraw(run), featuresOf(run))
  let pen = 0
  return glyphs.flatMap((glyph, index) => {
    const position = positions[index]
    if (!position) return []
    const x = pen + position.xOffset
    pen += position.xAdvance
    return [{ glyph, position, x, codePoints: glyph.codePoints, advance: position.xAdvance }]
  })
}

const rounded = (value: number) => Math.round(value * 100) / 100

/**
 * Operators that show the glyphs with a text, one after the other: where a text object goes back to a mark, readers see a space or
 * a new line. A mark has its text where it is read, invisible (text rendering mode 3), and its shape where it is seen.
 */
function textOperators(
  font: EmbeddedFont,
  placed: readonly PlacedGlyph[],
  texts: ReadonlyMap<PlacedGlyph, string>,
): string {
  const parts: string[] = []
  let pen = 0
  for (const each of placed) {
    const text = texts.get(each)
    if (text === undefined) continue
    const code = `<${codeOf(font, each.glyph, text)}>`
    const width = each.glyph.advanceWidth * font.scale
    if (each.advance === 0) parts.push(`] TJ 3 Tr [${code} ${rounded(width)}] TJ 0 Tr [`)
    else {
      const space = rounded(pen - each.x)
      if (space !== 0) parts.push(String(space))
      const rise = rounded(each.position.yOffset)
      parts.push(rise === 0 ? code : `] TJ ${rise} Ts [${code}] TJ 0 Ts [`)
      pen = each.x + width
    }
  }
  return `[${parts.join('')}] TJ`
}

/** Operators that draw the outline of a glyph, which is not text. */
function shapeOf(font: EmbeddedFont, { glyph, position: { yOffset }, x }: PlacedGlyph): string {
  const outline = outlineOf(glyph)
  return outline === '' ? '' : `q ${font.scale} 0 0 ${font.scale} ${rounded(x)} ${rounded(yOffset)} cm ${outline} f Q`
}
