import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** The next rows of a query after an id that meet a condition, in the order of ids. */
export const nextRows = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  condition: RawBuilder<boolean>,
  after: number,
  limit: number,
) => query.where(sql<boolean>`id > ${after}`).where(condition).orderBy(sql`id`).limit(limit).execute()
