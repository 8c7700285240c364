import { type CompiledQuery, sql } from 'kysely'
import { columnName } from '../protection/sealed-table.ts'
import { defineStatement, type HoleOf } from './statement.ts'
import type { Tables } from './tables.ts'
import type { Db } from './transaction.ts'

/** Returns the next id of a table before the row is written, because sealed values are bound to it. */
export async function nextId(tx: Db, table: string): Promise<number> {
  const [id] = await nextIds(tx, table, 1)
  if (!id) throw new Error(`The table ${table} has no sequence of ids.`)
  return id
}

/** Returns the next `count` ids of a table. */
export async function nextIds(db: Db, table: string, count: number): Promise<number[]> {
  const { rows } = await db.executeQuery(selectNextIds(db, table, count))
  return rows.map(({ id }) => id)
}

const drawIds = defineStatement((db, hole: HoleOf<{ table: string; count: number }>) => ({
  compile: () =>
    sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${hole('table')}, 'id'))::int as id from generate_series(1, ${hole('count')}::int)`.compile(
      db,
    ),
}))

/** The statement that draws the next `count` ids of a table. */
export const selectNextIds = (db: Db, table: string, count: number): CompiledQuery<{ id: number }> =>
  drawIds.filled(db, { table, count })

/** A value in the JSON of rows: PostgreSQL reads bytes in hexadecimal. */
const inJson = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : (value ?? null))

interface Columns {
  readonly table: keyof Tables & string
  readonly columns: readonly string[]
}

const insertion = defineStatement((db, hole: HoleOf<{ rows: string }>, { table, columns }: Columns) => ({
  compile() {
    const into = sql.table(columnName(table))
    const named = sql.join(columns.map((column) => sql.ref(column)))
    return sql`insert into ${into} (${named}) overriding system value
      select ${named} from json_populate_recordset(null::${into}, ${hole('rows')}::json)`.compile(db)
  },
}))

/**
 * The statement that inserts rows, whose text depends on their columns alone: it is planned once for any number of rows. Absent
 * values are null. Rows may bring ids of `nextIds`.
 */
export function insertionOfRows(db: Db, table: keyof Tables & string, rows: readonly object[]): CompiledQuery {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((key) => [key, columnName(key)] as const)
  const json = rows.map((row) => {
    const values = row as Readonly<Record<string, unknown>>
    return Object.fromEntries(columns.map(([key, column]) => [column, inJson(values[key])]))
  })
  return insertion.filled(db, { rows: JSON.stringify(json) }, { table, columns: columns.map(([, column]) => column) })
}

/** Inserts rows by one statement (`insertionOfRows`). */
export async function insertRows(tx: Db, table: keyof Tables & string, rows: readonly object[]): Promise<void> {
  await tx.executeQuery(insertionOfRows(tx, table, rows))
}
