import { sql } from 'kysely'
import type { Db } from './transaction.ts'

/** Returns the next id of a table before the row is written, because sealed values are bound to it. */
export async function nextId(tx: Db, table: string): Promise<number> {
  const [id] = await nextIds(tx, table, 1)
  if (!id) throw new Error(`The table ${table} has no sequence of ids.`)
  return id
}

/** Returns the next `count` ids of a table. */
export async function nextIds(db: Db, table: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count}::int)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
