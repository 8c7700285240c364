import { Readable } from 'node:stream'
import yazl from 'yazl'
import { rowWriter } from './row-xml.ts'
import type { Pages, Sheet } from './sheet.ts'
import { rowsPart, workbookFrame } from './workbook-frame.ts'

/** Rows of one sheet, its heading not counted. */
export const maxWorkbookRows = 1_048_575

const pieceCharacters = 64 * 1024
// A tenth larger than at level 6, in half the time.
const options = { compressionLevel: 3 } as const

/**
 * Writes a workbook while its rows arrive (ADR 46): typed cells, no formula, a frozen heading with a filter, and a second sheet
 * about the first. Memory is that of a page of rows. An error of the rows is raised by the stream.
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

/** The part with the rows; at its end the other parts are known, and added. */
async function* rowsXml(sheet: Sheet, pages: Pages, zip: yazl.ZipFile): AsyncGenerator<Buffer> {
  const { head, styles } = await workbookFrame(sheet)
  const write = rowWriter(sheet.columns.map(({ type }, index) => ({ type, style: styles[index] ?? '0' })))
  let count = 0
  let piece = head
  for await (const page of pages) {
    for (const row of page) {
      count += 1
      piece += write(row, count + 1)
      if (piece.length < pieceCharacters) continue
      yield Buffer.from(piece)
      piece = ''
    }
  }
  const { tail, others } = await workbookFrame(sheet, count, await sheet.about(count))
  yield Buffer.from(piece + tail)
  for (const [name, xml] of others) zip.addBuffer(Buffer.from(xml), name, options)
  zip.end()
}
