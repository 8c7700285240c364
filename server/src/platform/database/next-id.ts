import { sql } from 'kysely'
import type { Db } from './transaction.ts'

/** The next id of a table, taken before the row is written: sealed values are bound to it. */
export async function nextId(tx: Db, table: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error(`The table ${table} has no sequence of ids.`)
  return row.id
}
