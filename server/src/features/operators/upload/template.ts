import { Readable } from 'node:stream'
import { writeXlsx } from 'hucre/xlsx'
import type { FileReply } from '#platform/http/serve.ts'
import { exampleRow, uploadColumns } from './upload.rules.ts'

const mark = '\ufeff'
const example = uploadColumns.map((column) => exampleRow[column])

const writers = {
  // With the mark of UTF-8 and semicolons: so that spreadsheets in Italian open it as it is.
  csv: async () => Buffer.from(`${mark}${[uploadColumns, example].map((row) => `${row.join(';')}\r\n`).join('')}`),
  // All cells are texts: a telephone number keeps its zero.
  xlsx: async () => Buffer.from(await writeXlsx({ sheets: [{ name: 'utenze', rows: [[...uploadColumns], example] }] })),
}

/** An empty file of accounts with an example row, to be filled in. */
export const uploadTemplate = async (format: keyof typeof writers): Promise<FileReply> => ({
  name: `utenze.${format}`,
  stream: Readable.from([await writers[format]()]),
})
