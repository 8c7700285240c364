import { sql } from 'kysely'
import type { Db } from './database/transaction.ts'

/** Counts a request of `network` in the current minute; answers how many there were, this one included. */
export async function countRequest(db: Db, bucket: string, network: string, now: Date): Promise<number> {
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
  const { hits } = await db
    .insertInto('requestCounts')
    .values({ bucket, network, minute, hits: 1 })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'network', 'minute']).doUpdateSet({ hits: sql`request_counts.hits + 1` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow()
  return hits
}

/** The same, and answers how many there were in the last minutes; counts are kept for an hour. */
export async function countRequestWithin(
  db: Db,
  { bucket, network, minutes }: { bucket: string; network: string; minutes: number },
  now: Date,
): Promise<number> {
  await countRequest(db, bucket, network, now)
  const { hits } = await db
    .selectFrom('requestCounts')
    .select(sql<number>`sum(hits)::int`.as('hits'))
    .where('bucket', '=', bucket)
    .where('network', '=', network)
    .where('minute', '>', new Date(now.getTime() - minutes * 60_000))
    .executeTakeFirstOrThrow()
  return hits
}
