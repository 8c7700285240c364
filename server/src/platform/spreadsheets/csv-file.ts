import { Readable } from 'node:stream'
import { formatScreenDate, type PlainDate } from '@portal/contract'
import { quoteCsv } from '../csv.ts'
import { formatInstant } from '../format-instant.ts'
import type { Cell, CellType, Pages, Sheet } from './sheet.ts'

function field(type: CellType, value: Cell): string {
  if (value === undefined || value === null) return '""'
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (value instanceof Date) return quoteCsv(formatInstant(value))
  return quoteCsv(type === 'date' ? formatScreenDate(value as PlainDate) : value)
}

/** Writes CSV while its rows arrive: with a mark for UTF-8 and semicolons, as an Italian spreadsheet expects. */
export function writeCsv({ columns }: Sheet, pages: Pages): Readable {
  const line = (fields: readonly string[]) => `${fields.join(';')}\r\n`
  async function* pieces() {
    yield Buffer.from(`\uFEFF${line(columns.map(({ header }) => quoteCsv(header)))}`)
    for await (const page of pages) {
      const lines = page.map((row) => line(columns.map(({ type }, index) => field(type, row[index]))))
      if (lines.length > 0) yield Buffer.from(lines.join(''))
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}
