import type { Agenda, Digest, DigestRhythm, PlainDate } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { type ClaimsTable, isGenuine } from '#platform/protection/claims.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

interface StoredDigest {
  readonly digestRhythm: DigestRhythm | null
  readonly digestHour: number | null
}

const digestOf = ({ digestRhythm, digestHour }: StoredDigest): Digest | undefined =>
  digestRhythm === null || digestHour === null ? undefined : { rhythm: digestRhythm, hour: digestHour }

/** The settings of a user for digest and calendar feed; neither where none are stored. */
export async function getStoredAgenda(db: Db, userId: number): Promise<Agenda> {
  const row = await db
    .selectFrom('agendas')
    .select(['digestRhythm', 'digestHour', 'feedMadeAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { digest: row && digestOf(row), feedSince: row?.feedMadeAt ?? undefined }
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

/** Writes the digest that a user chose; `begun` is the current period if its digest is not to be sent any more. */
export async function writeDigest(
  db: Db,
  userId: number,
  digest: Digest | undefined,
  begun: PlainDate | undefined,
): Promise<void> {
  const columns = {
    digestRhythm: digest?.rhythm ?? null,
    digestHour: digest?.hour ?? null,
    ...(begun && { digestedOn: begun }),
  }
  await db
    .insertInto('agendas')
    .values({ userId, ...columns })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(columns))
    .execute()
}

/** A digest that a user chose, and the period of the last one. */
export interface ChosenDigest {
  readonly userId: number
  readonly digest: Digest
  readonly digestedOn: PlainDate | undefined
}

export async function listDigests(db: Db): Promise<ChosenDigest[]> {
  const rows = await db
    .selectFrom('agendas')
    .select(['userId', 'digestRhythm', 'digestHour', 'digestedOn'])
    .where('digestRhythm', 'is not', null)
    .orderBy('userId')
    .execute()
  return rows.flatMap((row) => {
    const digest = digestOf(row)
    return digest ? [{ userId: row.userId, digest, digestedOn: row.digestedOn ?? undefined }] : []
  })
}

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

/** Claims the digest of a period for a user; false if it was claimed before, or if the user has switched it off. */
export async function claimDigest(tx: Db, userId: number, period: PlainDate): Promise<boolean> {
  const { rows } = await sql`
    update agendas set digested_on = ${period}::date
    where user_id = ${userId} and digest_rhythm is not null and digested_on is distinct from ${period}::date
    returning user_id`.execute(tx)
  return rows.length > 0
}
