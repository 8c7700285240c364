import { sql } from 'kysely'
import type { Db } from './database/transaction.ts'
import type { Vault } from './protection/vault.ts'

/** What is counted: a network (`networkOf`) or an id such as `case:7`, in the bucket of one limit. */
export interface CountedSubject {
  readonly bucket: string
  readonly subject: string
}

type CountOptions = { readonly db: Db; readonly vault: Pick<Vault, 'digest'> }

/**
 * Counts a request in the current minute; returns how many there were in the last `minutes`, this one included. The table
 * stores only a keyed digest of the subject, and each count is deleted after its window.
 */
export async function countRequest(
  { db, vault }: CountOptions,
  { bucket, subject }: CountedSubject,
  now: Date,
  minutes = 1,
): Promise<number> {
  const digest = vault.digest('request_counts.subject', `${bucket}\n${subject}`)
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
  const begin = new Date(minute.getTime() - (minutes - 1) * 60_000)
  const { hits } = await db
    .insertInto('requestCounts')
    .values({ bucket, subject: digest, minute, hits: 1 })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'subject', 'minute']).doUpdateSet({ hits: sql`request_counts.hits + 1` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow()
  if (hits === 1) await deleteCountsBefore(db, bucket, begin)
  if (minutes === 1) return hits
  const total = await db
    .selectFrom('requestCounts')
    .select(sql<number>`sum(hits)::int`.as('hits'))
    .where('bucket', '=', bucket)
    .where('subject', '=', digest)
    .where('minute', '>=', begin)
    .executeTakeFirstOrThrow()
  return total.hits
}

/** Deletes expired windows of a bucket; the retention rule deletes those of unused buckets. */
const deleteCountsBefore = (db: Db, bucket: string, before: Date) =>
  db.deleteFrom('requestCounts').where('minute', '<', before).where('bucket', '=', bucket).execute()
