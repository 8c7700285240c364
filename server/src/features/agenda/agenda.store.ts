import type { PlainDate } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'

/** An operator's settings for deadline mails and calendar feed; the defaults where none are stored. */
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
  settings: { hasDigest?: boolean; feedHash?: Buffer | null; feedMadeAt?: Date | null },
): Promise<void> {
  await tx
    .insertInto('agendas')
    .values({ userId, ...settings })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(settings))
    .execute()
}

export const deleteAgenda = (tx: Db, userId: number) => tx.deleteFrom('agendas').where('userId', '=', userId).execute()

/** The user id of the feed with this digest of its secret. */
export async function findFeedOwner(db: Db, feedHash: Buffer): Promise<number | undefined> {
  const row = await db.selectFrom('agendas').select('userId').where('feedHash', '=', feedHash).executeTakeFirst()
  return row?.userId
}

/** Claims a day's mail for a user; false if it was claimed before, or if the user has switched mails off. */
export async function claimDigest(tx: Db, userId: number, day: PlainDate): Promise<boolean> {
  const { rows } = await sql`
    insert into agendas (user_id, digested_on) values (${userId}, ${day}::date)
    on conflict (user_id) do update set digested_on = excluded.digested_on
      where agendas.has_digest and agendas.digested_on is distinct from excluded.digested_on
    returning user_id`.execute(tx)
  return rows.length > 0
}
