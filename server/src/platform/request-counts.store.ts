import { type CompiledQuery, sql } from 'kysely'
import { defineStatement, type HoleOf } from './database/statement.ts'
import type { Db } from './database/transaction.ts'
import type { Vault } from './protection/vault.ts'

/** What is counted: a network (`networkOf`) or an id such as `case:7`, in the bucket of one limit. */
export interface CountedSubject {
  readonly bucket: string
  readonly subject: string
}

type CountOptions = { readonly db: Db; readonly vault: Pick<Vault, 'digest'> }

interface CountValues extends CountedSubject {
  readonly minute: Date
  /** The first minute of the window. */
  readonly begin: Date
}

const count = defineStatement((db, hole: HoleOf<CountValues>) =>
  db
    .with('counted', (counting) =>
      counting
        .insertInto('requestCounts')
        .values({ bucket: hole('bucket'), subject: hole('subject'), minute: hole('minute'), hits: 1 })
        .onConflict((conflict) =>
          conflict.columns(['bucket', 'subject', 'minute']).doUpdateSet({ hits: sql`request_counts.hits + 1` }),
        )
        .returning('hits'),
    )
    // Once a minute for each subject, the expired windows of the bucket; the retention rule deletes those of unused buckets.
    .with('expired', (counting) =>
      counting
        .deleteFrom('requestCounts')
        .where('minute', '<', hole('begin'))
        .where('bucket', '=', hole('bucket'))
        .where(({ selectFrom }) => selectFrom('counted').select('hits'), '=', 1),
    )
    .selectFrom('counted')
    .select(({ selectFrom }) =>
      selectFrom('requestCounts')
        .where('bucket', '=', hole('bucket'))
        .where('subject', '=', hole('subject'))
        .where('minute', '>=', hole('begin'))
        .where('minute', '<', hole('minute'))
        .select(sql<number>`(counted.hits + coalesce(sum(request_counts.hits), 0))::int`.as('hits'))
        .$asScalar()
        .$notNull()
        .as('hits'),
    ),
)

/** The statement that counts a request, as `countRequest`. */
export function requestCounting(
  db: Db,
  vault: Pick<Vault, 'digest'>,
  { bucket, subject }: CountedSubject,
  now: Date,
  minutes = 1,
): CompiledQuery<{ hits: number }> {
  const digest = vault.digest('request_counts.subject', `${bucket}\n${subject}`)
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
  const begin = new Date(minute.getTime() - (minutes - 1) * 60_000)
  return count.filled(db, { bucket, subject: digest, minute, begin })
}

/**
 * Counts a request in the current minute; returns how many there were in the last `minutes`, this one included. The table
 * stores only a keyed digest of the subject, and each count is deleted after its window.
 */
export async function countRequest(
  { db, vault }: CountOptions,
  subject: CountedSubject,
  now: Date,
  minutes = 1,
): Promise<number> {
  const [counted] = (await db.executeQuery(requestCounting(db, vault, subject, now, minutes))).rows
  if (!counted) throw new Error('A request was not counted.')
  return counted.hits
}
