import {
  dayIn,
  type OpenData,
  type OpenDataTableName,
  officeZone,
  openDataTableNames,
  openDataTables,
} from '@portal/contract'
import type { PublishedYear } from './open-data.rules.ts'

interface Year extends PublishedYear {
  readonly year: number
  readonly publishedAt: Date
}

/** An entry of a reference list. */
interface Entry {
  readonly id: number
  readonly label: string
  readonly isRetired?: boolean | undefined
}

/** The entries of the list of each table, in its order. */
export type TableEntries = Readonly<Record<OpenDataTableName, readonly Entry[]>>

function rowsOf(table: OpenDataTableName, years: readonly Year[], entries: readonly Entry[]) {
  const numbersOf = (key: string) =>
    Object.fromEntries(
      years.map(({ year, tables }) => [year, tables[table].find((cell) => cell.key === key)?.count ?? null]),
    )
  const rows = entries.map(({ id, label, isRetired }) => ({ id, label, isRetired, counts: numbersOf(String(id)) }))
  // A retired entry without a number says nothing to a reader.
  const shown = rows.filter(
    ({ isRetired, counts }) => !isRetired || Object.values(counts).some((count) => count !== null),
  )
  return [...shown.map(({ id, label, counts }) => ({ id, label, counts })), { counts: numbersOf('') }]
}

/** The published years in words. */
export const presentOpenData = (years: readonly Year[], entries: TableEntries): OpenData => ({
  years: years.map(({ year, publishedAt, cases }) => ({ year, publishedOn: dayIn(officeZone, publishedAt), cases })),
  tables: openDataTableNames.map((table) => ({ table, rows: rowsOf(table, years, entries[table]) })),
})

/** The lines of the CSV file, one for each number: table, id, entry, year, number, which is empty where it is not published. */
export function csvRowsOf({ years, tables }: OpenData): string[][] {
  const totals = years.map(({ year, cases }) => ['totale', '', '', String(year), String(cases ?? '')])
  const numbers = tables.flatMap(({ table, rows }) =>
    rows.flatMap(({ id, label = '', counts }) =>
      years.map(({ year }) => [
        openDataTables[table],
        String(id ?? ''),
        label,
        String(year),
        String(counts[year] ?? ''),
      ]),
    ),
  )
  return [['tabella', 'id', 'voce', 'anno', 'numero'], ...totals, ...numbers]
}
