import { type RawBuilder, sql } from 'kysely'
import type { Db } from './transaction.ts'

/** Ids of a query, in its order: 4 bytes each, so that a million fit in little memory and are read without blocking. */
export async function listIds(db: Db, query: RawBuilder<{ id: number }>): Promise<Int32Array> {
  const { rows } = await sql<{ ids: Buffer | null }>`
    select string_agg(int4send(id), ''::bytea) as ids from (${query}) as found`.execute(db)
  const packed = rows[0]?.ids ?? Buffer.alloc(0)
  return Int32Array.from({ length: packed.length / 4 }, (_, index) => packed.readInt32BE(index * 4))
}
