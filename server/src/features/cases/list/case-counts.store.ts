import { type CaseStatus, pendingStatuses } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { isLateOn, type LateBefore } from './case-query-plan.ts'

/** Exact number of cases in statuses within the office's remit, from the kept counts. */
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

/** Folds the kept counts into one row a status; in one statement, so that no reader sees half. */
export async function foldCounts(db: Db): Promise<void> {
  await sql`
    with folded as (delete from case_count_entries returning status, is_out_of_remit, delta)
    insert into case_count_entries (status, is_out_of_remit, delta)
    select status, is_out_of_remit, sum(delta)::int from folded group by status, is_out_of_remit having sum(delta) <> 0`.execute(
    db,
  )
}

/** The cases that each person has open, in remit or not, and those of them that are late. */
export async function countLoads(db: Db, late: LateBefore): Promise<Map<number, { open: number; late: number }>> {
  const { rows } = await sql<{ id: number; open: number; late: number }>`
    select assigned_to as id, count(*)::int as open, count(*) filter (where ${isLateOn(late)})::int as late
    from cases where assigned_to is not null and status = any(${[...pendingStatuses]}::text[])
    group by assigned_to`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
