import { type RawBuilder, sql } from 'kysely'
import type { Db } from './transaction.ts'

/** SQL for one number. */
export type Count = RawBuilder<number>

export const noCount: Count = sql`0`

/** Reads numbers by one statement. */
export async function readCounts<K extends string>(
  db: Db,
  counts: Readonly<Record<K, Count>>,
): Promise<Readonly<Record<K, number>>> {
  const columns = Object.entries<Count>(counts).map(([name, count]) => sql`${count} as ${sql.ref(name)}`)
  const { rows } = await sql<Record<K, number>>`select ${sql.join(columns)}`.execute(db)
  return rows[0] as Record<K, number>
}
