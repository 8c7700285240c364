import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'

/** Few: a save of one of them waits until all are written, 3 ms each. */
const atOnce = 20

/**
 * Renews the copies of facets beside search tokens that are stale, apart from those of cases that someone is changing. The lock of the
 * facets makes sure that their copy and their entry in `stale_facets` belong to what was read.
 */
export async function renewFacets(db: Db): Promise<void> {
  let last: number | null = 0
  while (last !== null) last = await renewAfter(db, last)
}

/** Renews the copies of the next cases after an id; returns the last of their ids, null where there are none. */
async function renewAfter(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    with next as materialized (
      select case_id from stale_facets where case_id > ${id}::int order by case_id limit ${atOnce}
    ), locked as materialized (
      select case_id, facets from case_facets where case_id in (select case_id from next) for no key update skip locked
    ), removed as (
      delete from stale_facets where case_id in (select case_id from locked)
    ), renewed as (
      update report_tokens set facets = locked.facets from locked
      where report_tokens.id = locked.case_id and report_tokens.facets <> locked.facets
    )
    select max(case_id) as last from next`.execute(db)
  return rows[0]?.last ?? null
}
