import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { isRightToLeft, type Language } from '@portal/contract'
import PDFDocument from 'pdfkit'
import {
  type Direction,
  directionOf,
  type Paragraph,
  type Pick,
  type Run,
  readParagraph,
  runsOfLine,
} from './bidi-runs.ts'
import { hasCharacter, prepareFont } from './embedded-font.ts'
import { faceBytes, faceFiles, pickFaces, type Weight } from './faces.ts'
import { optionsOf, readyToDraw } from './run-drawing.ts'
import { wrap } from './wrap.ts'

type Pdf = PDFKit.PDFDocument
type Element = ReturnType<Pdf['struct']>

interface Style {
  readonly size: number
  readonly weight: Weight
  readonly colour?: string
}

/** Left edge and width of a column. */
interface Column {
  readonly left: number
  readonly width: number
}

const page = { width: 595.28, height: 841.89, margin: 56, foot: 40 } as const
const column: Column = { left: page.margin, width: page.width - 2 * page.margin }
const lineHeight = 1.55
const ink = '#17324d'
const styles = {
  title: { size: 20, weight: 700 },
  heading: { size: 14, weight: 700 },
  subheading: { size: 12, weight: 700 },
  label: { size: 11, weight: 700 },
  text: { size: 11, weight: 400 },
  small: { size: 9, weight: 400, colour: '#435a70' },
} as const satisfies Record<string, Style>

/** A row of a table. */
export type Row = readonly [label: string, value: string]

type WideRun = Run & { readonly width: number }

/** Measured lines, ready to be drawn. */
interface Block {
  readonly text: string
  readonly lines: readonly { readonly runs: readonly WideRun[]; readonly width: number }[]
  readonly direction: Direction
  readonly style: Style
}

/** Known coverage by font file and code point, because reading a face is slow. */
const coverageByFile = new Map<string, Map<number, boolean>>()

function coverageOf(file: string): Map<number, boolean> {
  const cachedMap = coverageByFile.get(file) ?? new Map<number, boolean>()
  coverageByFile.set(file, cachedMap)
  return cachedMap
}

const blank = /[\t\v\f\u2028\u2029]/g
/** Replaces white space without a glyph by spaces. */
const plain = (text: string) => text.replaceAll(blank, ' ')

/** A text document, tagged for screen readers (PDF/UA-1), in any script that its faces support. */
export class TextDocument {
  readonly #pdf: Pdf
  readonly #root: Element
  readonly #direction: Direction
  readonly #faces: Record<Weight, readonly string[]>
  readonly #pick: Record<Weight, Pick>
  #y: number = page.margin

  constructor({ language, title, madeAt }: { language: Language; title: string; madeAt: Date }) {
    this.#direction = isRightToLeft(language) ? 'rtl' : 'ltr'
    this.#pdf = new PDFDocument({
      size: [page.width, page.height],
      margin: 0,
      pdfVersion: '1.7',
      // The types of the package lack this value.
      subset: 'PDF/UA' as 'PDF/A-1',
      tagged: true,
      lang: language,
      displayTitle: true,
      bufferPages: true,
      info: { Title: title, CreationDate: madeAt, ModDate: madeAt },
    })
    this.#root = this.#pdf.struct('Document')
    this.#pdf.addStructure(this.#root)
    const load = (weight: Weight) => this.#load(weight)
    const [regular, bold] = [load(400), load(700)]
    this.#faces = { 400: regular.names, 700: bold.names }
    this.#pick = { 400: regular.pick, 700: bold.pick }
  }

  /** Registers the faces of a weight; each is read at the first query for a character of unknown coverage. */
  #load(weight: Weight) {
    const files = faceFiles(weight)
    const names = files.map((file, index) => `${weight}-${index} ${file}`)
    for (const [index, file] of files.entries()) this.#pdf.registerFont(names[index] ?? '', faceBytes(file))
    const pick = pickFaces(names.length, (face, codePoint) => {
      const coverage = coverageOf(files[face] ?? '')
      const cached = coverage.get(codePoint)
      if (cached !== undefined) return cached
      this.#pdf.font(names[face] ?? '')
      const isCovered = hasCharacter(this.#pdf, codePoint)
      coverage.set(codePoint, isCovered)
      return isCovered
    })
    return { names, pick }
  }

  #selectFont({ face }: Run, { size, weight }: Style): void {
    this.#pdf.font(this.#faces[weight][face] ?? '').fontSize(size)
    prepareFont(this.#pdf)
  }

  async title(text: string): Promise<void> {
    await this.#write('H1', text, styles.title)
    this.#y += 6
  }

  async heading(text: string): Promise<void> {
    this.#y += 14
    // A heading stays on one page with the first lines after it.
    this.#ensureSpace(90)
    await this.#write('H2', text, styles.heading)
    this.#y += 2
  }

  /** A heading below another one. */
  async subheading(text: string): Promise<void> {
    this.#y += 8
    this.#ensureSpace(70)
    await this.#write('H3', text, styles.subheading)
    this.#y += 2
  }

  /** A paragraph of our own text. */
  async paragraph(text: string, style: 'text' | 'small' | 'label' = 'text'): Promise<void> {
    await this.#write('P', text, styles[style])
    this.#y += 6
  }

  /** Text of a user: each of its paragraphs in the direction of its own letters. */
  async quotation(text: string): Promise<void> {
    const quote = this.#child('BlockQuote')
    for (const part of text.split(/\r\n|[\n\r\u0085\u2028\u2029]/)) {
      if (part.trim() === '') this.#y += styles.text.size * 0.7
      else
        await this.#draw(
          quote,
          'P',
          this.#block(part, styles.text, column.width, directionOf(part, this.#direction)),
          column,
        )
    }
    quote.end()
    this.#y += 6
  }

  /** A table of labels with their values. */
  async table(rows: readonly Row[]): Promise<void> {
    const table = this.#child('Table')
    const labels = column.width * 0.34
    const values = column.width - labels - 12
    const isMirrored = this.#direction === 'rtl'
    const labelColumn = { left: isMirrored ? column.left + values + 12 : column.left, width: labels }
    const valueColumn = { left: isMirrored ? column.left : column.left + labels + 12, width: values }
    for (const [label, value] of rows) await this.#row(table, [label, labelColumn], [value, valueColumn])
    table.end()
    this.#y += 6
  }

  async #row(
    table: Element,
    [label, labelColumn]: [string, Column],
    [value, valueColumn]: [string, Column],
  ): Promise<void> {
    const head = this.#block(label, styles.label, labelColumn.width)
    const body = this.#block(value, styles.text, valueColumn.width)
    // A label stays on one page with its value.
    this.#ensureSpace(heightOf(head.lines.length > body.lines.length ? head : body))
    const row = this.#pdf.struct('TR')
    table.add(row)
    const top = this.#y
    await this.#draw(row, 'TH', head, labelColumn, { scope: 'Row' })
    const under = this.#y
    this.#y = top
    await this.#draw(row, 'TD', body, valueColumn)
    this.#y = Math.max(under, this.#y) + 3
    row.end()
  }

  /** Numbers the pages and returns the bytes; the document is then closed. */
  async end(pageLabel: (number: number, of: number) => string): Promise<Buffer> {
    this.#root.end()
    const { start, count } = this.#pdf.bufferedPageRange()
    for (let index = 0; index < count; index++) {
      this.#pdf.switchToPage(start + index)
      this.#y = page.height - page.foot
      this.#pdf.markContent('Artifact', { type: 'Pagination' })
      const block = this.#block(pageLabel(index + 1, count), styles.small, column.width)
      for (const line of block.lines) this.#line(line, block, column)
      this.#pdf.endMarkedContent()
    }
    const bytes = buffer(this.#pdf)
    this.#pdf.end()
    return bytes
  }

  #child(tag: string): Element {
    const element = this.#pdf.struct(tag)
    this.#root.add(element)
    return element
  }

  async #write(tag: string, text: string, style: Style): Promise<void> {
    await this.#draw(this.#root, tag, this.#block(text, style, column.width), column)
  }

  #block(text: string, style: Style, width: number, direction: Direction = this.#direction): Block {
    const shown = plain(text).trim()
    const paragraph: Paragraph = readParagraph(shown, direction)
    const pick = this.#pick[style.weight]
    const runs = (from: number, to: number) => runsOfLine(paragraph, from, to, pick)
    const widths = new Map<string, number>()
    const measure = (part: string): number => {
      const cached = widths.get(part)
      if (cached !== undefined) return cached
      const own = readParagraph(part, direction)
      const wide = widthOf(this.#measured(runsOfLine(own, 0, part.length, pick), style))
      widths.set(part, wide)
      return wide
    }
    const lines = wrap(shown, width, measure).map(({ from, to }) => {
      const end = from + shown.slice(from, to).trimEnd().length
      const drawn = this.#measured(runs(from, end), style)
      return { runs: drawn, width: widthOf(drawn) }
    })
    return { text: shown, lines, direction, style }
  }

  #measured(runs: readonly Run[], style: Style): WideRun[] {
    return runs.map((run) => {
      this.#selectFont(run, style)
      return { ...run, width: this.#pdf.widthOfString(run.text, optionsOf(run)) }
    })
  }

  /** Draws lines as one element; lines that do not fit continue on the next page. */
  async #draw(parent: Element, tag: string, block: Block, place: Column, options: object = {}): Promise<void> {
    // Screen readers read the original text, not its visual order or replacements.
    const element = this.#pdf.struct(tag, { ...options, actual: block.text })
    parent.add(element)
    for (const line of block.lines) {
      // Shaping is slow, so other tasks may run between two lines.
      await setImmediate()
      this.#ensureSpace(block.style.size * lineHeight)
      element.add(this.#pdf.markStructureContent(tag))
      this.#line(line, block, place)
      this.#pdf.endMarkedContent()
    }
    element.end()
  }

  #line({ runs, width }: Block['lines'][number], { direction, style }: Block, place: Column): void {
    let x = direction === 'rtl' ? place.left + place.width - width : place.left
    const baseline = this.#y + style.size * 1.15
    for (const run of runs) {
      this.#selectFont(run, style)
      this.#pdf.fillColor(style.colour ?? ink)
      this.#pdf.text(readyToDraw(run), x, baseline, { ...optionsOf(run), lineBreak: false, baseline: 'alphabetic' })
      x += run.width
    }
    this.#y += style.size * lineHeight
  }

  /** Starts a new page where the height does not fit, unless the page is still empty. */
  #ensureSpace(height: number): void {
    const bottom = page.height - page.margin - page.foot / 2
    if (this.#y + height <= bottom || this.#y === page.margin) return
    this.#pdf.addPage()
    this.#y = page.margin
  }
}

const widthOf = (runs: readonly WideRun[]) => runs.reduce((sum, { width }) => sum + width, 0)
const heightOf = ({ lines, style }: Block) => lines.length * style.size * lineHeight
