import { type Direction, type Paragraph, type Run, readParagraph, runsOfLine } from './bidi-runs.ts'
import { drawRun, widthOfRun } from './draw-run.ts'
import { hasCharacter } from './embedded-font.ts'
import { faceBytes, faceFile, pickFaces, type Weight } from './faces.ts'
import { wrap } from './wrap.ts'

export interface Style {
  readonly size: number
  readonly weight: Weight
  readonly colour?: string
}

/** Left edge and width of a column. */
export interface Column {
  readonly left: number
  readonly width: number
}

type WideRun = Run & { readonly width: number }

/** A measured line, ready to be drawn. */
interface SetLine {
  readonly runs: readonly WideRun[]
  readonly width: number
}

/** A text broken into lines. */
export interface SetText {
  readonly text: string
  readonly lines: readonly SetLine[]
  /** The side where its lines begin. */
  readonly align: Direction
  readonly style: Style
}

export const lineHeight = 1.55
export const ink = '#17324d'

/** Known coverage by font file and code point, because reading a face is slow. */
const coverageByFile = new Map<string, Map<number, boolean>>()

function coverageOf(file: string): Map<number, boolean> {
  const cachedMap = coverageByFile.get(file) ?? new Map<number, boolean>()
  coverageByFile.set(file, cachedMap)
  return cachedMap
}

const blank = /[\t\n\v\f\r\u0085\u2028\u2029]/g
/** Replaces white space without a glyph by spaces. */
const plain = (text: string) => text.replaceAll(blank, ' ')

const widthOf = (runs: readonly WideRun[]) => runs.reduce((sum, { width }) => sum + width, 0)

/** The faces of one document. Each is registered when a text needs it. */
function createFonts(pdf: PDFKit.PDFDocument) {
  const registered = new Set<string>()

  function openFont(file: string): void {
    if (!registered.has(file)) pdf.registerFont(file, faceBytes(file))
    registered.add(file)
    pdf.font(file)
  }

  function covers(weight: Weight, face: number, codePoint: number): boolean {
    const file = faceFile(face, weight)
    const coverage = coverageOf(file)
    const cached = coverage.get(codePoint)
    if (cached !== undefined) return cached
    openFont(file)
    const isCovered = hasCharacter(pdf, codePoint)
    coverage.set(codePoint, isCovered)
    return isCovered
  }

  const pickOf = (weight: Weight) => pickFaces((face, codePoint) => covers(weight, face, codePoint))

  return {
    pick: { 400: pickOf(400), 700: pickOf(700) },
    selectFont: ({ face }: Run, { weight }: Style) => openFont(faceFile(face, weight)),
  }
}

/** Breaks texts into lines and draws them, in any script that the faces support. */
export function createTypesetter(pdf: PDFKit.PDFDocument) {
  const { pick, selectFont } = createFonts(pdf)

  const withWidths = (runs: readonly Run[], style: Style): WideRun[] =>
    runs.map((run) => {
      selectFont(run, style)
      return { ...run, width: widthOfRun(pdf, run, style.size) }
    })

  return {
    /** Breaks a text into lines; `direction` is that of its sentences. */
    set(text: string, style: Style, width: number, direction: Direction, align: Direction = direction): SetText {
      const shown = plain(text).trim()
      const paragraph: Paragraph = readParagraph(shown, direction)
      const pickFace = pick[style.weight]
      const widths = new Map<string, number>()
      const measure = (part: string): number => {
        const cached = widths.get(part)
        if (cached !== undefined) return cached
        const runs = runsOfLine(readParagraph(part, direction), 0, part.length, pickFace)
        const wide = widthOf(withWidths(runs, style))
        widths.set(part, wide)
        return wide
      }
      const lines = wrap(shown, width, measure).map(({ from, to }) => {
        const end = from + shown.slice(from, to).trimEnd().length
        const runs = withWidths(runsOfLine(paragraph, from, end, pickFace), style)
        return { runs, width: widthOf(runs) }
      })
      return { text: shown, lines, align, style }
    },

    /** Draws a line of a text with its top at `top`, at the side of the column where the text begins. */
    draw({ style, align }: SetText, line: SetLine, { left, width }: Column, top: number): void {
      let x = align === 'rtl' ? left + width - line.width : left
      const baseline = top + style.size * 1.15
      const placed = line.runs.map((run) => {
        const place = { left: x, baseline, size: style.size }
        x += run.width
        return { run, place }
      })
      pdf.fillColor(style.colour ?? ink)
      // Readers of the file take the runs in the order in which they are drawn.
      for (const { run, place } of placed.sort((one, other) => one.run.order - other.run.order)) {
        selectFont(run, style)
        drawRun(pdf, run, place)
      }
    },
  }
}
