import { type CompiledQuery, sql } from 'kysely'
import { columnName } from '../protection/sealed-table.ts'
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

/** The statement that draws the next `count` ids of a table. */
export const selectNextIds = (db: Db, table: string, count: number): CompiledQuery<{ id: number }> =>
  sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count}::int)`.compile(
    db,
  )

/** A value in the JSON of rows: PostgreSQL reads bytes in hexadecimal. */
const inJson = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : (value ?? null))

/**
 * The statement that inserts rows, whose text depends on their columns alone: it is planned once for any number of rows. Absent
 * values are null. Rows may bring ids of `nextIds`.
 */
export function insertionOfRows(db: Db, table: keyof Tables & string, rows: readonly object[]): CompiledQuery {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = sql.join(keys.map((key) => sql.ref(columnName(key))))
  const json = rows.map((row) => {
    const values = row as Readonly<Record<string, unknown>>
    return Object.fromEntries(keys.map((key) => [columnName(key), inJson(values[key])]))
  })
  const into = sql.table(columnName(table))
  return sql`insert into ${into} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${into}, ${JSON.stringify(json)}::json)`.compile(db)
}

/** Inserts rows by one statement (`insertionOfRows`). */
export async function insertRows(tx: Db, table: keyof Tables & string, rows: readonly object[]): Promise<void> {
  await tx.executeQuery(insertionOfRows(tx, table, rows))
}
