import type { Db } from '#platform/database/transaction.ts'

/** How many items are kept for a person; the newest, since only those are still offered. */
const itemsKept = 50

export async function listSeen(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('helpSeen')
    .select('item')
    .where('userId', '=', userId)
    .orderBy('seenAt', 'desc')
    .limit(itemsKept)
    .execute()
  return rows.map(({ item }) => item)
}

interface Seen {
  readonly userId: number
  readonly item: string
  readonly seenAt: Date
}

/** Remembers an item, and drops the oldest ones of a person who has many. */
export async function insertSeen(db: Db, seen: Seen): Promise<void> {
  await db
    .insertInto('helpSeen')
    .values(seen)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .deleteFrom('helpSeen')
    .where('userId', '=', seen.userId)
    .where('item', 'not in', (query) =>
      query
        .selectFrom('helpSeen')
        .select('item')
        .where('userId', '=', seen.userId)
        .orderBy('seenAt', 'desc')
        .limit(itemsKept),
    )
    .execute()
}
