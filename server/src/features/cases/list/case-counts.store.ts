import { type CaseStatus, pendingStatuses } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { isLateOn, type LatenessDates } from './case-query-plan.ts'

/** Exact number of cases in statuses within the office's remit, from the stored counts. */
export async function countByStatus(db: Db, statuses: readonly CaseStatus[]): Promise<number> {
  const { count } = await db
    .selectFrom('caseCountEntries')
    .select(sql<number>`coalesce(sum(delta), 0)::int`.as('count'))
    .where('status', 'in', [...statuses])
    .where('isOutOfRemit', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

/** Cases in statuses, within the office's remit, that a person works on or entered. */
export async function countOwn(
  db: Db,
  column: 'assignedTo' | 'createdBy',
  userId: number,
  statuses: readonly CaseStatus[],
): Promise<number> {
  const { count } = await db
    .selectFrom('cases')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(column, '=', userId)
    .where('status', 'in', [...statuses])
    .where('isOutOfRemit', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

/** Sums the stored counts into one row for each status; one statement, so that no reader sees a part of it. */
export async function foldCounts(db: Db): Promise<void> {
  await sql`
    with folded as (delete from case_count_entries returning status, is_out_of_remit, delta)
    insert into case_count_entries (status, is_out_of_remit, delta)
    select status, is_out_of_remit, sum(delta)::int from folded group by status, is_out_of_remit having sum(delta) <> 0`.execute(
    db,
  )
}

/** The number of open cases of each operator, in remit or not, and how many of them are late. */
export async function countLoads(db: Db, late: LatenessDates): Promise<Map<number, { open: number; late: number }>> {
  const { rows } = await sql<{ id: number; open: number; late: number }>`
    select assigned_to as id, count(*)::int as open, count(*) filter (where ${isLateOn(late)})::int as late
    from cases where assigned_to is not null and status = any(${[...pendingStatuses]}::text[])
    group by assigned_to`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
