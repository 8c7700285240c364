import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'

/** Few: a save of one of them waits until all are written, 3 ms each. */
const atOnce = 20

/**
 * Renews the copies of facets beside search tokens that are stale, apart from those of cases that someone is changing. The lock of the
 * facets makes sure that their copy and their entry in `stale_facets` belong to what was read.
 */
export async function renewFacets(db: Db): Promise<void> {
  while ((await renewSome(db)) === atOnce);
}

async function renewSome(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with locked as materialized (
      select case_id, facets from case_facets
      where case_id in (select case_id from stale_facets order by case_id limit ${atOnce})
      for no key update skip locked
    ), removed as (
      delete from stale_facets where case_id in (select case_id from locked)
    ), renewed as (
      update report_tokens set facets = locked.facets from locked
      where report_tokens.id = locked.case_id and report_tokens.facets <> locked.facets
    )
    select count(*)::int as count from locked`.execute(db)
  return rows[0]?.count ?? 0
}
