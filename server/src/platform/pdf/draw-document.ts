import { buffer } from 'node:stream/consumers'
import { isRightToLeft } from '@portal/contract'
import PDFDocument from 'pdfkit'
import { type Direction, directionOf } from './bidi-runs.ts'
import { drawSignature } from './draw-signature.ts'
import { barWidth, column, gap, page, spacing, styles } from './page-layout.ts'
import {
  type Cell,
  omittedText,
  type PdfBlock,
  type PdfDocument,
  pageSigns,
  type Row,
  type TableColumn,
} from './pdf-document.ts'
import { heightOf, lineHeightsOf, type PlacedCell } from './placed-cell.ts'
import { drawQrCode, qrWidth } from './qr-code.ts'
import { type Column, createTypesetter, ink, lineHeight, type SetText, type Style } from './typesetter.ts'

type Pdf = PDFKit.PDFDocument
type Element = ReturnType<Pdf['struct']>
type BlockOf<K extends PdfBlock['kind']> = Extract<PdfBlock, { kind: K }>
type TextBlock = Exclude<PdfBlock, BlockOf<'quotation' | 'rows' | 'table' | 'list' | 'qr'>>

/** Draws the blocks of one document one below the other, each tagged for screen readers (PDF/UA-1). */
class Drawing {
  readonly #pdf: Pdf
  readonly #root: Element
  readonly #direction: Direction
  readonly #type: ReturnType<typeof createTypesetter>
  #y: number = page.margin

  constructor(pdf: Pdf, direction: Direction) {
    this.#pdf = pdf
    this.#direction = direction
    this.#type = createTypesetter(pdf)
    this.#root = pdf.struct('Document')
    pdf.addStructure(this.#root)
  }

  block(block: PdfBlock): void {
    if (block.kind === 'quotation') this.#quotation(block)
    else if (block.kind === 'rows') this.#rows(block)
    else if (block.kind === 'table') this.#table(block)
    else if (block.kind === 'list') this.#list(block)
    else if (block.kind === 'qr') this.#qr(block)
    else this.#text(block)
  }

  #text({ kind, text }: TextBlock): void {
    const { tag, before, together, after } = spacing[kind]
    // Nothing is above the first block of a page.
    if (this.#y > page.margin) this.#y += before
    this.#ensureSpace(together)
    if (kind === 'heading' && typeof text === 'string') this.#pdf.outline.addItem(text, { top: this.#y } as object)
    this.#draw([this.#cell(this.#root, tag, text, styles[kind === 'paragraph' ? 'text' : kind], column)])
    this.#y += after
  }

  #quotation({ text }: BlockOf<'quotation'>): void {
    const quote = this.#child(this.#root, 'BlockQuote')
    const parts = typeof text === 'string' ? text.split(/\r\n|[\n\r\u0085\u2028\u2029]/) : [text]
    for (const part of parts) {
      if (typeof part === 'string' && part.trim() === '') this.#y += styles.text.size * 0.7
      else this.#draw([this.#cell(quote, 'P', part, styles.text, column, { align: this.#directionOf(part) })])
    }
    quote.end()
    this.#y += 6
  }

  #rows({ rows }: BlockOf<'rows'>): void {
    const table = this.#child(this.#root, 'Table')
    const [labels, values] = this.#columns([34, 66])
    for (const row of rows) this.#row(table, row, labels ?? column, values ?? column)
    table.end()
    this.#y += 6
  }

  #row(table: Element, [label, value]: Row, labels: Column, values: Column): void {
    const row = this.#child(table, 'TR')
    this.#draw([
      this.#cell(row, 'TH', label, styles.label, labels, { scope: 'Row' }),
      this.#cell(row, 'TD', value, styles.text, values),
    ])
    this.#y += 3
    row.end()
  }

  #table({ columns, rows }: BlockOf<'table'>): void {
    const table = this.#child(this.#root, 'Table')
    const places = this.#columns(columns.map(({ share }) => share))
    this.#ensureSpace(60)
    this.#headings(table, columns, places)
    for (const cells of rows) {
      const row = this.#child(table, 'TR')
      const placed = cells.map((cell, index) => {
        const [tag, options] = index === 0 ? (['TH', { scope: 'Row' }] as const) : (['TD', {}] as const)
        return this.#cell(row, tag, cell, styles.tableCell, places[index] ?? column, options)
      })
      if (this.#ensureSpace(heightOf(placed))) this.#repeatedHeadings(columns, places)
      this.#draw(placed)
      row.end()
      this.#rule()
    }
    table.end()
    this.#y += 6
  }

  #headings(table: Element, columns: readonly TableColumn[], places: readonly Column[]): void {
    const row = this.#child(table, 'TR')
    const cells = columns.map(({ heading }, index) =>
      this.#cell(row, 'TH', heading, styles.columnHeading, places[index] ?? column, { scope: 'Column' }),
    )
    this.#draw(cells)
    row.end()
    this.#rule()
  }

  /** The headings of a table that continues on a new page: screen readers have read them. */
  #repeatedHeadings(columns: readonly TableColumn[], places: readonly Column[]): void {
    const sets = columns.map(({ heading }, index) => {
      const place = places[index] ?? column
      return { place, set: this.#type.set(heading, styles.columnHeading, place.width, this.#direction) }
    })
    this.#pdf.markContent('Artifact', { type: 'Pagination' })
    for (const { set, place } of sets) this.#lines(set, place, this.#y)
    this.#pdf.endMarkedContent()
    this.#y += heightOf(sets)
    this.#rule()
  }

  #list({ items }: BlockOf<'list'>): void {
    const list = this.#child(this.#root, 'L')
    const [marks, bodies] = this.#columns([4, 96])
    for (const item of items) {
      const element = this.#child(list, 'LI')
      this.#draw([
        this.#cell(element, 'Lbl', '•', styles.text, marks ?? column),
        this.#cell(element, 'LBody', item, styles.text, bodies ?? column),
      ])
      element.end()
      this.#y += 2
    }
    list.end()
    this.#y += 6
  }

  #qr({ address, alternative }: BlockOf<'qr'>): void {
    this.#ensureSpace(qrWidth)
    const figure = this.#pdf.struct('Figure', { alt: alternative }, () =>
      drawQrCode(this.#pdf, address, column.left, this.#y),
    )
    this.#root.add(figure)
    figure.end()
    this.#y += qrWidth
  }

  /** Columns with these shares of the width of the page, in the direction of reading. */
  #columns(shares: readonly number[]): Column[] {
    const sum = shares.reduce((total, share) => total + share, 0)
    const free = column.width - gap * (shares.length - 1)
    let used = 0
    return shares.map((share) => {
      const width = (free * share) / sum
      const left = this.#direction === 'rtl' ? column.left + column.width - used - width : column.left + used
      used += width + gap
      return { left, width }
    })
  }

  /** A text has the direction of its first letter. */
  #directionOf = (cell: Cell): Direction =>
    typeof cell === 'string' ? directionOf(cell, this.#direction) : this.#direction

  #child(parent: Element, tag: string): Element {
    const element = this.#pdf.struct(tag)
    parent.add(element)
    return element
  }

  #cell(
    parent: Element,
    tag: string,
    cell: Cell,
    style: Style,
    place: Column,
    { scope, align = this.#direction }: { readonly scope?: 'Row' | 'Column'; readonly align?: Direction } = {},
  ): PlacedCell {
    const isOmitted = typeof cell !== 'string'
    const text = isOmitted ? omittedText : cell
    const set = this.#type.set(text, isOmitted ? styles.bar : style, place.width, this.#directionOf(cell), align)
    // Screen readers read the original text, not its visual order or replacements.
    const element = this.#pdf.struct(tag, { ...(scope && { scope }), actual: set.text })
    parent.add(element)
    return { element, tag, set, isOmitted, place }
  }

  /** Draws cells side by side, each in one piece, so that a search finds a text that it breaks; lines that do not fit continue on the next page. */
  #draw(cells: readonly PlacedCell[]): void {
    const heights = lineHeightsOf(cells)
    for (let first = 0; first < heights.length; ) {
      const tops = this.#topsOf(heights.slice(first))
      for (const cell of cells) for (const [index, top] of tops.entries()) this.#cellLine(cell, first + index, top)
      first += tops.length
    }
    for (const { element } of cells) element.end()
  }

  /** Takes the space of lines as far as they fit on the page, at least of the first; returns their tops. */
  #topsOf(heights: readonly number[]): number[] {
    const tops: number[] = []
    for (const height of heights) {
      if (tops.length === 0) this.#ensureSpace(height)
      else if (!this.#hasSpace(height)) break
      tops.push(this.#y)
      this.#y += height
    }
    return tops
  }

  #cellLine({ element, tag, set, isOmitted, place }: PlacedCell, index: number, top: number): void {
    const line = set.lines[index]
    if (!line) return
    element.add(this.#pdf.markStructureContent(tag))
    if (isOmitted) {
      const left = set.align === 'rtl' ? place.left + place.width - barWidth : place.left
      this.#pdf.rect(left, top + 1, barWidth, set.style.size * 1.4).fill(ink)
      this.#type.draw(set, line, { left: left + (barWidth - line.width) / 2, width: line.width }, top)
    } else this.#type.draw(set, line, place, top)
    this.#pdf.endMarkedContent()
  }

  #lines(set: SetText, place: Column, top: number): void {
    for (const [index, line] of set.lines.entries())
      this.#type.draw(set, line, place, top + index * set.style.size * lineHeight)
  }

  /** A thin line below a row of a table. */
  #rule(): void {
    this.#pdf.markContent('Artifact', { type: 'Layout' })
    this.#pdf
      .moveTo(column.left, this.#y + 2)
      .lineTo(column.left + column.width, this.#y + 2)
      .lineWidth(0.5)
      .stroke('#c5cdd5')
    this.#pdf.endMarkedContent()
    this.#y += 5
  }

  #hasSpace = (height: number): boolean => this.#y + height <= page.height - page.margin - page.foot / 2
  /** Starts a new page where the height does not fit, unless the page is still empty; returns whether it did. */
  #ensureSpace(height: number): boolean {
    if (this.#hasSpace(height) || this.#y === page.margin) return false
    this.#pdf.addPage()
    this.#y = page.margin
    return true
  }

  /** Writes header and footer on all pages, outside of the text that screen readers read. */
  finish({ title, footer }: Pick<PdfDocument, 'title' | 'footer'>): void {
    this.#root.end()
    const { start, count } = this.#pdf.bufferedPageRange()
    for (let index = 0; index < count; index++) {
      this.#pdf.switchToPage(start + index)
      const numbered = footer.replace(pageSigns.page, String(index + 1)).replace(pageSigns.of, String(count))
      if (index > 0) this.#margin(title, page.head, 'Header')
      this.#margin(numbered, page.height - page.foot, 'Footer')
    }
  }

  #margin(text: string, top: number, kind: 'Header' | 'Footer'): void {
    this.#pdf.markContent('Artifact', { type: 'Pagination', attached: [kind === 'Header' ? 'Top' : 'Bottom'] })
    this.#lines(this.#type.set(text, styles.small, column.width, this.#direction), column, top)
    this.#pdf.endMarkedContent()
  }
}

/** Draws a document as PDF. It may take seconds, so that servers call it in another process (`parsers.ts`). */
export async function drawDocument(document: PdfDocument): Promise<Buffer> {
  const { language, title, madeAt, blocks, signature } = document
  const pdf = new PDFDocument({
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
  const drawing = new Drawing(pdf, isRightToLeft(language) ? 'rtl' : 'ltr')
  for (const block of blocks) drawing.block(block)
  drawing.finish(document)
  if (signature) drawSignature(pdf, signature)
  const bytes = buffer(pdf)
  pdf.end()
  return bytes
}
