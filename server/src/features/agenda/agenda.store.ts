import type { PlainDate } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'

/** How a person is told of terms; as it is for everybody where they have chosen nothing. */
export async function getStoredAgenda(db: Db, userId: number) {
  const row = await db
    .selectFrom('agendas')
    .select(['hasDigest', 'feedMadeAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { hasDigest: row?.hasDigest ?? true, feedSince: row?.feedMadeAt ?? undefined }
}

export async function writeAgenda(
  tx: Db,
  userId: number,
  given: { hasDigest?: boolean; feedHash?: Buffer | null; feedMadeAt?: Date | null },
): Promise<void> {
  await tx
    .insertInto('agendas')
    .values({ userId, ...given })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(given))
    .execute()
}

export const deleteAgenda = (tx: Db, userId: number) => tx.deleteFrom('agendas').where('userId', '=', userId).execute()

/** Whose calendar a secret opens. */
export async function findFeedOwner(db: Db, feedHash: Buffer): Promise<number | undefined> {
  const row = await db.selectFrom('agendas').select('userId').where('feedHash', '=', feedHash).executeTakeFirst()
  return row?.userId
}

/** Notes that a day's mail is written; false where it was, or is not wanted. */
export async function claimDigest(tx: Db, userId: number, day: PlainDate): Promise<boolean> {
  const { rows } = await sql`
    insert into agendas (user_id, digested_on) values (${userId}, ${day}::date)
    on conflict (user_id) do update set digested_on = excluded.digested_on
      where agendas.has_digest and agendas.digested_on is distinct from excluded.digested_on
    returning user_id`.execute(tx)
  return rows.length > 0
}
