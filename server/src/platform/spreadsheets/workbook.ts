import { Readable } from 'node:stream'
import yazl from 'yazl'
import { rowWriter } from './row-xml.ts'
import type { Cell, Pages, Sheet } from './sheet.ts'
import { widthOf } from './text-size.ts'
import { rowsPart, workbookFrame } from './workbook-frame.ts'

/** Rows of one sheet, its heading not counted. */
export const maxWorkbookRows = 1_048_575

const pieceCharacters = 64 * 1024
// A tenth larger than at level 6, in half the time.
const options = { compressionLevel: 3 } as const

/**
 * Writes a workbook while its rows arrive (ADR 46): typed cells, no formula, wrapped texts, a frozen heading with a filter, and a
 * second sheet about the first. Memory is that of a page of rows. An error of the rows is raised by the stream.
 */
export function writeWorkbook(sheet: Sheet, pages: Pages): Readable {
  const zip = new yazl.ZipFile()
  // An error before the first read is raised on the first read.
  const output = (zip.outputStream as Readable).on('error', () => {})
  const rows = Readable.from(rowsXml(sheet, pages, zip), { objectMode: false })
  // An error of either stream destroys the other: yazl handles the errors of neither.
  rows.on('error', (error) => output.destroy(error))
  output.on('close', () => rows.destroy())
  zip.addReadStream(rows, rowsPart, options)
  return output
}

/** What comes before the rows, and what writes them; the widths of the columns fit the first rows. */
async function beginSheet({ columns, ...sheet }: Sheet, firstRows: readonly (readonly Cell[])[]) {
  const widths = columns.map((column, index) => widthOf(column, index, firstRows))
  const { head, styles } = await workbookFrame({ ...sheet, columns }, { widths })
  const cells = columns.map(({ type }, index) => ({ type, style: styles[index] ?? '0', width: widths[index] ?? 0 }))
  return { head, write: rowWriter(cells) }
}

/** The part with the rows; at its end the other parts are known, and added. */
async function* rowsXml(sheet: Sheet, pages: Pages, zip: yazl.ZipFile): AsyncGenerator<Buffer> {
  let begun: Awaited<ReturnType<typeof beginSheet>> | undefined
  let count = 0
  let piece = ''
  for await (const page of pages) {
    begun ??= await beginSheet(sheet, page)
    if (count === 0) piece = begun.head
    for (const row of page) {
      count += 1
      piece += begun.write(row, count + 1)
      if (piece.length < pieceCharacters) continue
      yield Buffer.from(piece)
      piece = ''
    }
  }
  if (count === 0) piece = (await beginSheet(sheet, [])).head
  const { tail, others } = await workbookFrame(sheet, { count, about: await sheet.about(count) })
  yield Buffer.from(piece + tail)
  for (const [name, xml] of others) zip.addBuffer(Buffer.from(xml), name, options)
  zip.end()
}
