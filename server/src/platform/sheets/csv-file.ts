import { Readable } from 'node:stream'
import { formatScreenDate, type PlainDate } from '@portal/contract'
import { formatInstant } from '../format-instant.ts'
import type { Cell, CellType, Pages, Sheet } from './sheet.ts'

/** What a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
const isFormula = /^\s*[=+\-@]|^[\t\r\n]/

const quoted = (text: string) => `"${(isFormula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

function field(type: CellType, value: Cell): string {
  if (value === undefined || value === null) return '""'
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (value instanceof Date) return quoted(formatInstant(value))
  return quoted(type === 'date' ? formatScreenDate(value as PlainDate) : value)
}

/** Writes CSV while its rows arrive: with a mark for UTF-8 and semicolons, as an Italian spreadsheet expects. */
export function writeCsv({ columns }: Sheet, pages: Pages): Readable {
  const line = (fields: readonly string[]) => `${fields.join(';')}\r\n`
  async function* pieces() {
    yield Buffer.from(`\uFEFF${line(columns.map(({ header }) => quoted(header)))}`)
    for await (const page of pages) {
      const lines = page.map((row) => line(columns.map(({ type }, index) => field(type, row[index]))))
      if (lines.length > 0) yield Buffer.from(lines.join(''))
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}
