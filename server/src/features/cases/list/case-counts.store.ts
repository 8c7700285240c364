import { type CaseStatus, pendingStatuses } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Count } from '#platform/database/counts.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { LatenessDates } from './case-query.ts'
import { isLateOn } from './case-query-plan.ts'

/**
 * SQL for how many cases meet conditions, summed from the stored counts. These have the columns `status`, `is_out_of_remit`,
 * `assigned_to` and `unread` of cases, so that one condition reads either.
 */
export const storedCount = (where: RawBuilder<unknown>): Count =>
  sql`(select coalesce(sum(delta), 0)::int from case_count_entries as cases ${where})`

const areIn = (statuses: readonly CaseStatus[]) => sql`status = any(${[...statuses]}::text[]) and not is_out_of_remit`

/** The exact number of cases in statuses within the office's remit: of all, or of those that an operator or nobody works on. */
export const countByStatus = (statuses: readonly CaseStatus[], assignedTo?: number | null): Count =>
  assignedTo === undefined
    ? storedCount(sql`where ${areIn(statuses)}`)
    : storedCount(sql`where ${areIn(statuses)} and assigned_to is not distinct from ${assignedTo}::int`)

/** How many messages of reporters an operator has not read. */
export const countUnread = (assignedTo: number): Count => sql`(
  select coalesce(sum(delta * unread), 0)::int from case_count_entries where assigned_to = ${assignedTo} and unread > 0)`

/** Cases in statuses, within the office's remit, that a person entered. */
export const countEntered = (userId: number, statuses: readonly CaseStatus[]): Count =>
  sql`(select count(*)::int from cases where created_by = ${userId} and ${areIn(statuses)})`

const counted = sql`status, is_out_of_remit, assigned_to, unread`

/** Sums stored counts of the same cases into one entry; in one statement, so that no reader sees a part of it. */
export async function foldCounts(db: Db): Promise<void> {
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

/** The number of open cases of each operator, in remit or not, and how many of them are late. */
export async function countLoads(db: Db, late: LatenessDates): Promise<Map<number, { open: number; late: number }>> {
  const { rows } = await sql<{ id: number; open: number; late: number }>`
    select assigned_to as id, count(*)::int as open, count(*) filter (where ${isLateOn(late)})::int as late
    from cases where assigned_to is not null and status = any(${[...pendingStatuses]}::text[])
    group by assigned_to`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
