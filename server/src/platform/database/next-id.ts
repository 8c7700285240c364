import { sql } from 'kysely'
import type { Db } from './transaction.ts'

/** The next id of a table, taken before the row is written: sealed values are bound to it. */
export async function nextId(tx: Db, table: string): Promise<number> {
  const [id] = await nextIds(tx, table, 1)
  if (!id) throw new Error(`The table ${table} has no sequence of ids.`)
  return id
}

/** The next ids of a table, as many as are asked for. */
export async function nextIds(db: Db, table: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count}::int)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
