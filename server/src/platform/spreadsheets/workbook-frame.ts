import { buffer } from 'node:stream/consumers'
import { type Cell, type CellStyle, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import yauzl from 'yauzl'
import { columnLetters } from './row-xml.ts'
import type { AboutSheet, CellType, SheetHead } from './sheet.ts'
import { heightOf, linesIn } from './text-size.ts'

/** A long text is read from the top, and so is what stands beside it. */
const wrapped = { alignment: { vertical: 'top', wrapText: true } } as const
const onTop = { vertical: 'top', horizontal: 'right', indent: 1 } as const
/** Days and instants that are texts (`row-xml.ts`) stand at the right as well. */
const styles: Readonly<Record<CellType, CellStyle>> = {
  text: wrapped,
  number: { alignment: onTop },
  date: { alignment: onTop, numFmt: 'dd/mm/yyyy' },
  instant: { alignment: onTop, numFmt: 'dd/mm/yyyy hh:mm' },
}
// A font without a name is another one in LibreOffice.
export const bold = { font: { name: 'Calibri', size: 11, bold: true } }
const heading = { ...bold, ...wrapped }

/** What is known of the rows when a frame is made: before the first of them, or after the last one. */
interface FrameRows {
  /** Of each column. */
  readonly widths?: readonly number[]
  readonly count?: number
  readonly about?: AboutSheet
}

/** The sheet of the rows, with its heading and, in row 2, a cell of each column that has its style. */
function rowsSheet({ name, columns }: SheetHead, { widths = [], count = 0 }: FrameRows): WriteSheet {
  const headings = columns.map(({ header }, index) => [`0,${index}`, { value: header, style: heading }] as const)
  const samples = columns.map(({ type }, index) => [`1,${index}`, { value: 1, style: styles[type] }] as const)
  return {
    name,
    columns: columns.map((_column, index) => ({ width: widths[index] ?? 0 })),
    rows: [columns.map(({ header }) => header), columns.map(() => 1)],
    cells: new Map<string, Partial<Cell>>([...headings, ...samples]),
    freezePane: { rows: 1 },
    autoFilter: { range: `A1:${columnLetters(columns.length - 1)}${count + 1}` },
  }
}

const aboutWidths = [34, 80] as const

const aboutSheet = ({ name, lines }: AboutSheet): WriteSheet => ({
  name,
  columns: aboutWidths.map((width) => ({ width })),
  rowDefs: new Map(
    lines.flatMap(([, value], index) => {
      const height = heightOf(linesIn(value, aboutWidths[1]))
      return height === undefined ? [] : [[index, { height }] as const]
    }),
  ),
  rows: lines.map((line) => [...line]),
  cells: new Map<string, Partial<Cell>>(
    lines.flatMap(([label, value], index) => [
      [`${index},0`, { value: label, style: heading }] as const,
      [`${index},1`, { value, style: wrapped }] as const,
    ]),
  ),
})

/** The parts of a workbook by name. */
async function partsOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes))
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString())
  return parts
}

/** A workbook without its rows. */
export interface WorkbookFrame {
  /** The sheet of the rows, up to where they go, and after them. */
  readonly head: string
  readonly tail: string
  /** The style of the cells of each column. */
  readonly styles: readonly string[]
  /** All other parts. */
  readonly others: ReadonlyMap<string, string>
}

/** Name of the part with the rows. */
export const rowsPart = 'xl/worksheets/sheet1.xml'

/**
 * The workbook around its rows: hucre makes it, with styles, widths, frozen heading, filter and second sheet. What comes before the
 * rows depends on the widths only, what comes after them on their number.
 */
export async function workbookFrame(sheet: SheetHead, rows: FrameRows): Promise<WorkbookFrame> {
  const { about = { name: '_', lines: [] } } = rows
  const parts = await partsOf(await writeXlsx({ sheets: [rowsSheet(sheet, rows), aboutSheet(about)] }))
  const xml = parts.get(rowsPart) ?? ''
  const [, head, samples, tail] = /^(.*?)(<row r="2".*?<\/row>)(<\/sheetData>.*)$/s.exec(xml) ?? []
  if (head === undefined || samples === undefined || tail === undefined)
    throw new Error('The workbook does not have the form that is expected of it.')
  const numbers = samples
    .split('<c ')
    .slice(1)
    .map((cell) => / s="(\d+)"/.exec(cell)?.[1] ?? '0')
  parts.delete(rowsPart)
  // The range of the sheet is optional, and comes before the rows that it counts.
  return { head: head.replace(/<dimension [^>]*>/, ''), tail, styles: numbers, others: parts }
}
