import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { ledgerColumns } from './cases.facets.ts'

const counted = sql.raw(ledgerColumns.join(', '))

/** Sums the entries of the ledger of the same cases into one; in one statement, so that no reader sees a part of it. */
export async function foldLedger(db: Db): Promise<void> {
  await sql`
    with several as (
      select ctid, count(*) over (partition by ${counted}) as entries from case_count_entries
    ), folded as (
      delete from case_count_entries where ctid = any(array(select ctid from several where entries > 1))
      returning ${counted}, delta
    )
    insert into case_count_entries (${counted}, delta)
    select ${counted}, sum(delta)::int from folded group by ${counted} having sum(delta) <> 0`.execute(db)
}

/** Changed facets that are not indexed yet: a list compares so many in a millisecond. */
export const keptChanges = 500

/** Few: a save of one of them waits until all are written, 3 ms each. */
const atOnce = 20

/**
 * Writes changed facets where the indexes of facets are, apart from those of cases that someone is changing: into `case_facets`, and
 * beside the search tokens. Nothing happens while there are at most `kept`, so that a case that changes several times is indexed once.
 */
export async function indexFacets(db: Db, kept = 0): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from changed_facets`.execute(db)
  let last: number | null = (rows[0]?.count ?? 0) > kept ? 0 : null
  while (last !== null) last = await indexAfter(db, last)
}

/** Does so for the next cases after an id; returns the last of their ids, null where there are none. */
async function indexAfter(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    with next as materialized (
      select id from changed_facets where id > ${id}::int order by id limit ${atOnce}
    ), locked as materialized (
      select id, changed_facets.facets from changed_facets join case_facets using (id) where id in (select id from next)
      for update skip locked
    ), removed as (
      delete from changed_facets where id in (select id from locked)
    ), indexed as (
      update case_facets set facets = locked.facets from locked
      where case_facets.id = locked.id and case_facets.facets <> locked.facets
    ), copied as (
      update report_tokens set facets = locked.facets from locked
      where report_tokens.id = locked.id and report_tokens.facets <> locked.facets
    )
    select max(id) as last from next`.execute(db)
  return rows[0]?.last ?? null
}
