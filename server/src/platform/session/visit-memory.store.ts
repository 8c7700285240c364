import type { Insertable } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Db } from '../database/transaction.ts'

/** Writes a slot of a visit and deletes what has expired, of all visits. */
export async function putMemory(db: Db, row: Insertable<Tables['visitMemories']>, now: Date): Promise<void> {
  const { visitHash, slot, content, expiresAt } = row
  await db
    .with('expired', (with_) => with_.deleteFrom('visitMemories').where('expiresAt', '<=', now))
    .insertInto('visitMemories')
    .values({ visitHash, slot, content, expiresAt })
    .onConflict((conflict) => conflict.columns(['visitHash', 'slot']).doUpdateSet({ content, expiresAt }))
    .execute()
}

export const findMemory = (db: Db, visitHash: string, slot: string, now: Date) =>
  db
    .selectFrom('visitMemories')
    .select('content')
    .where('visitHash', '=', visitHash)
    .where('slot', '=', slot)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

export const deleteMemory = (db: Db, visitHash: string, slot: string) =>
  db.deleteFrom('visitMemories').where('visitHash', '=', visitHash).where('slot', '=', slot).execute()

export const deleteMemories = (db: Db, visitHash: string) =>
  db.deleteFrom('visitMemories').where('visitHash', '=', visitHash).execute()
