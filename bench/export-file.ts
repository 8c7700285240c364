import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { caseColumns } from '@portal/contract'
import { type CellValue, streamXlsxRows, writeXlsxStream } from 'hucre/xlsx'
import { sheetColumnsOf } from '../server/src/features/exports/cells.ts'
import type { Cell } from '../server/src/platform/spreadsheets/sheet.ts'
import { writeWorkbook } from '../server/src/platform/spreadsheets/workbook.ts'
import type { Portal } from './portal.ts'

const run = promisify(execFile)

/** Columns beside the default ones: thirty in all, of which four are sealed, and two numbers to add up. */
const others = [
  ...['personaFisica.cognome', 'personaFisica.nome', 'personaFisica.anagrafica.email', 'resoconto_fatti'],
  ...['data_inserimento', 'data_chiusura', 'messaggi_non_letti', 'hate_crime', 'num_persone_minorenni'],
]
export const columns = caseColumns.filter(({ wire, isDefault }) => isDefault || others.includes(wire))

/** The rows of a workbook as cells, its heading not counted. */
export async function rowsOf(path: string): Promise<Cell[][]> {
  const rows: Cell[][] = []
  for await (const { values } of streamXlsxRows(await readFile(path))) rows.push(values as Cell[])
  return rows.slice(1)
}

/** Seconds that the writer takes for rows that are there already. */
export async function timeWriter(rows: readonly Cell[][]): Promise<number> {
  async function* pages() {
    for (let from = 0; from < rows.length; from += 100) yield rows.slice(from, from + 100)
  }
  const about = () => ({ name: 'Filtri', lines: [['Righe', ''] as const] })
  const start = performance.now()
  const stream = writeWorkbook({ name: 'Casi', columns: sheetColumnsOf(columns), about }, pages())
  await finished(stream.resume())
  return (performance.now() - start) / 1000
}

/** Seconds that the writer of the library takes for the same rows. */
export async function timeLibrary(rows: readonly Cell[][]): Promise<number> {
  const formats: Readonly<Record<string, string>> = { date: 'dd/mm/yyyy', instant: 'dd/mm/yyyy hh:mm' }
  const heads = sheetColumnsOf(columns).map(({ header, type }) => {
    const numFmt = formats[type]
    return { header, ...(numFmt && { numFmt }) }
  })
  const start = performance.now()
  const stream = writeXlsxStream(rows as CellValue[][], { name: 'Casi', columns: heads, freezePane: { rows: 1 } })
  // The types of the browser's streams, one of which the writer returns, do not say that Node iterates over them.
  for await (const _bytes of stream as unknown as AsyncIterable<Uint8Array>);
  return (performance.now() - start) / 1000
}

/** What the database says: how many cases, how many have no name, the sum of the minors. */
async function expected(portal: Portal) {
  const pool = portal.connect(1)
  try {
    const { rows } = await pool.query(`
      select count(*)::int as rows, coalesce(sum(minors_count), 0)::int as minors,
        count(*) filter (where last_name is not null)::int as named, string_agg(distinct protocol_year::text, ',') as years
      from cases left join reports on case_id = cases.id where not is_out_of_remit`)
    return rows[0] as { rows: number; minors: number; named: number }
  } finally {
    await pool.end()
  }
}

const placeOf = (wire: string) => columns.findIndex((column) => column.wire === wire)

export async function differencesOf(rows: readonly (readonly unknown[])[], portal: Portal): Promise<number> {
  const wanted = await expected(portal)
  const [minors, name, code] = [placeOf('num_persone_minorenni'), placeOf('personaFisica.cognome'), placeOf('codice')]
  const found = {
    rows: rows.length,
    minors: rows.reduce((sum, row) => sum + Number(row[minors] || 0), 0),
    named: rows.filter((row) => row[name]).length,
  }
  const codes = new Set(rows.map((row) => row[code])).size
  const wrong = (Object.keys(found) as (keyof typeof found)[]).filter((key) => found[key] !== wanted[key])
  return wrong.length + (codes === wanted.rows ? 0 : 1)
}

/** The rows after LibreOffice converted the workbook to CSV; undefined where it is not installed. */
export async function convertedRows(path: string, folder: string): Promise<string[][] | undefined> {
  const office = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((file) => existsSync(file))
  if (!office) return undefined
  // UTF-8 with tabs, of the first sheet.
  const filter = 'csv:Text - txt - csv (StarCalc):9,0,76'
  const profile = `-env:UserInstallation=file://${folder}/profile`
  await run(office, [profile, '--headless', '--convert-to', filter, '--outdir', folder, path], { timeout: 600_000 })
  const text = await readFile(path.replace(/\.xlsx$/, '.csv'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
}
