import type { PlainDate } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { type ClaimsTable, isGenuine } from '#platform/protection/claims.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

/** An operator's settings for deadline mails and calendar feed; the defaults where none are stored. */
export async function getStoredAgenda(db: Db, userId: number) {
  const row = await db
    .selectFrom('agendas')
    .select(['hasDigest', 'feedMadeAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { hasDigest: row?.hasDigest ?? true, feedSince: row?.feedMadeAt ?? undefined }
}

/** Whose deadlines a feed shows, and the digest of its secret in hexadecimal. */
interface FeedClaims {
  readonly userId: number
  readonly feedHash: string | null
}

export const sealedAgendas = sealedTable<{ claims: FeedClaims | null }>()({
  table: 'agendas',
  key: 'userId',
  sealed: ['claims'],
  decisive: ['claims'],
  ends: { stay: 'the settings of an account, deleted with its roles' },
})

export const calendarFeeds: ClaimsTable<
  { claims: FeedClaims | null },
  { readonly userId: number; readonly feedHash: Buffer | null }
> = {
  sealed: sealedAgendas,
  claimsOf: ({ userId, feedHash }) => ({ userId, feedHash: feedHash?.toString('hex') ?? null }),
}

/** Writes whether an operator gets deadline mails. */
export const writeHasDigest = (tx: Db, userId: number, hasDigest: boolean) =>
  tx
    .insertInto('agendas')
    .values({ userId, hasDigest })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hasDigest }))
    .execute()

/** Starts or ends the calendar feed of an operator. */
export async function writeFeed(
  tx: Db,
  vault: Vault,
  userId: number,
  feed: { readonly feedHash: Buffer | null; readonly feedMadeAt: Date | null },
): Promise<void> {
  const claims = calendarFeeds.claimsOf({ userId, feedHash: feed.feedHash })
  const columns = { ...feed, ...vault.seal(sealedAgendas, userId, { claims }) }
  await tx
    .insertInto('agendas')
    .values({ userId, ...columns })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(columns))
    .execute()
}

export const deleteAgenda = (tx: Db, userId: number) => tx.deleteFrom('agendas').where('userId', '=', userId).execute()

/** The user id of the feed with this digest of its secret. */
export async function findFeedOwner(db: Db, vault: Vault, feedHash: Buffer): Promise<number | undefined> {
  const row = await db.selectFrom('agendas').selectAll().where('feedHash', '=', feedHash).executeTakeFirst()
  return row && (await isGenuine(vault, calendarFeeds, row.userId, row)) ? row.userId : undefined
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
