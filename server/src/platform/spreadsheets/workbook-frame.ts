import { buffer } from 'node:stream/consumers'
import { type Cell, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import yauzl from 'yauzl'
import { columnLetters } from './row-xml.ts'
import type { AboutSheet, CellType, SheetHead } from './sheet.ts'

const formats: Partial<Record<CellType, string>> = { date: 'dd/mm/yyyy', instant: 'dd/mm/yyyy hh:mm' }
const widths: Readonly<Record<CellType, number>> = { text: 24, number: 12, date: 12, instant: 17 }
const bold = { font: { bold: true } }

/** The sheet of the rows, with its heading and, in row 2, a cell of each column that has its style. */
function rowsSheet({ name, columns }: SheetHead, rows: number): WriteSheet {
  const headings = columns.map(({ header }, index) => [`0,${index}`, { value: header, style: bold }] as const)
  const samples = columns.map(({ type }, index) => {
    const numFmt = formats[type]
    return [`1,${index}`, { value: 1, ...(numFmt && { style: { numFmt } }) }] as const
  })
  return {
    name,
    columns: columns.map(({ header, type }) => ({ width: Math.max(widths[type], Math.min(40, header.length + 4)) })),
    rows: [columns.map(({ header }) => header), columns.map(() => 1)],
    cells: new Map<string, Partial<Cell>>([...headings, ...samples]),
    freezePane: { rows: 1 },
    autoFilter: { range: `A1:${columnLetters(columns.length - 1)}${rows + 1}` },
  }
}

const aboutSheet = ({ name, lines }: AboutSheet): WriteSheet => ({
  name,
  columns: [{ width: 34 }, { width: 80 }],
  rows: lines.map((line) => [...line]),
  cells: new Map(lines.map(([label], index) => [`${index},0`, { value: label, style: bold }])),
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
 * The workbook around `rows` rows: hucre makes it, with styles, widths, frozen heading, filter and second sheet. What comes before
 * the rows is the same for any number of them.
 */
export async function workbookFrame(
  sheet: SheetHead,
  rows = 0,
  about: AboutSheet = { name: '_', lines: [] },
): Promise<WorkbookFrame> {
  const parts = await partsOf(await writeXlsx({ sheets: [rowsSheet(sheet, rows), aboutSheet(about)] }))
  const xml = parts.get(rowsPart) ?? ''
  const [, head, samples, tail] = /^(.*?)(<row r="2".*?<\/row>)(<\/sheetData>.*)$/s.exec(xml) ?? []
  if (head === undefined || samples === undefined || tail === undefined)
    throw new Error('The workbook does not have the form that is expected of it.')
  const styles = samples
    .split('<c ')
    .slice(1)
    .map((cell) => / s="(\d+)"/.exec(cell)?.[1] ?? '0')
  parts.delete(rowsPart)
  // The range of the sheet is optional, and comes before the rows that it counts.
  return { head: head.replace(/<dimension [^>]*>/, ''), tail, styles, others: parts }
}
