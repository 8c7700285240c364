import { Readable } from 'node:stream'
import { writeXlsx } from 'hucre/xlsx'
import type { FileReply } from '#platform/http/serve.ts'
import { exampleRow, uploadColumns } from './upload.rules.ts'

const mark = '\ufeff'
const example = uploadColumns.map((column) => exampleRow[column])

const writers = {
  // Byte order mark and semicolons, so that Italian spreadsheets open it correctly.
  csv: async () => Buffer.from(`${mark}${[uploadColumns, example].map((row) => `${row.join(';')}\r\n`).join('')}`),
  // All cells are text, so that a telephone number keeps its leading zero.
  xlsx: async () => Buffer.from(await writeXlsx({ sheets: [{ name: 'utenze', rows: [[...uploadColumns], example] }] })),
}

/** The template of the file of accounts, with an example row. */
export const uploadTemplate = async (format: keyof typeof writers): Promise<FileReply> => ({
  name: `utenze.${format}`,
  stream: Readable.from([await writers[format]()]),
})
