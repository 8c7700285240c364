import { officeZone, relevancesOutOfRemit } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import type { PublishedYear } from './open-data.rules.ts'

const startOf = (year: number) => sql`(make_date(${year}, 1, 1)::timestamp at time zone ${officeZone})`

/** The year of the first case; undefined without cases. */
export async function findFirstYear(db: Db): Promise<number | undefined> {
  const { year } = await db
    .selectFrom('cases')
    .select(sql<number | null>`extract(year from min(created_at) at time zone ${officeZone})::int`.as('year'))
    .executeTakeFirstOrThrow()
  return year ?? undefined
}

/**
 * SQL for the ids of the cases that open data count in a year: those that arrived in it, without cancelled cases, cases out of the
 * office's remit, and reports flagged as possible spam that nobody has cleared.
 */
export const casesOf = (year: number): RawBuilder<{ id: number }> => sql`
  select id from cases
  where created_at >= ${startOf(year)} and created_at < ${startOf(year + 1)} and status <> 'cancelled'
    and (relevance_id is null or relevance_id <> all (${[...relevancesOutOfRemit]}::int[]))
    and (suspect_reasons = '{}' or reviewed_at is not null)`

export async function listPublishedYears(db: Db) {
  const rows = await db.selectFrom('openDataYears').selectAll().orderBy('year').execute()
  return rows.map(({ numbers, ...row }) => ({ ...row, ...(numbers as PublishedYear) }))
}

export const listYears = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('openDataYears').select('year').execute()).map(({ year }) => year)

/** Stores what is published of a year, unless it is published already. */
export async function insertYear(tx: Db, year: number, publishedAt: Date, numbers: PublishedYear): Promise<void> {
  await tx
    .insertInto('openDataYears')
    .values({ year, publishedAt, numbers: JSON.stringify(numbers) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
