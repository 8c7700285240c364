import { type Run, rightToLeft, shownText } from './bidi-runs.ts'
import { codeOf, type EmbeddedFont, type Glyph, type Position, selectedFont } from './embedded-font.ts'
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
  readonly height: number
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
export function drawRun(pdf: PDFKit.PDFDocument, run: Run, place: Place): void {
  const font = selectedFont(pdf)
  const placed = layOut(font, run)
  const texts = textsOfGlyphs(run.letters, run.direction === 'rtl' ? placed.toReversed() : placed)
  if (texts.size > 0) showText(pdf, font, place, textOperators(font, place.size, placed, texts))
  for (const each of placed) if (!texts.has(each) || each.advance === 0) drawShape(pdf, font, place, each)
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
  size: number,
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
      const rise = rounded((each.position.yOffset * size) / 1000)
      parts.push(rise === 0 ? code : `] TJ ${rise} Ts [${code}] TJ 0 Ts [`)
      pen = each.x + width
    }
  }
  return `[${parts.join('')}] TJ`
}

function showText(
  pdf: PDFKit.PDFDocument,
  font: EmbeddedFont,
  { left, baseline, size }: Place,
  operators: string,
): void {
  // The types lack the fonts of a page.
  const page = pdf.page as unknown as Page
  page.fonts[font.id] ??= font.ref()
  pdf.save()
  pdf.transform(1, 0, 0, -1, 0, page.height)
  pdf.addContent(`BT 1 0 0 1 ${rounded(left)} ${rounded(page.height - baseline)} Tm /${font.id} ${size} Tf`)
  pdf.addContent(`${operators} ET`)
  pdf.restore()
}

/** Draws the outline of a glyph, which is not text. */
function drawShape(
  pdf: PDFKit.PDFDocument,
  font: EmbeddedFont,
  { left, baseline, size }: Place,
  { glyph, position, x }: PlacedGlyph,
): void {
  const { commands } = glyph.path
  if (commands.length === 0) return
  const perThousand = size / 1000
  const perUnit = perThousand * font.scale
  pdf.save()
  pdf.translate(left + x * perThousand, baseline - position.yOffset * perThousand)
  pdf.scale(perUnit, -perUnit)
  for (const { command, args } of commands) {
    // Each command has as many arguments as the method of its name.
    const draw = pdf[command] as (...values: readonly number[]) => unknown
    draw.apply(pdf, [...args])
  }
  pdf.fill()
  pdf.restore()
}
