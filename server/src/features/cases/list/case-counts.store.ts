import { type CaseStatus, pendingStatuses } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import type { LatenessDates } from './case-query.ts'
import { isLateOn } from './case-query-plan.ts'

/**
 * SQL for how many cases meet conditions, summed from the stored counts. These have the columns `status`, `is_out_of_remit`,
 * `assigned_to` and `unread` of cases, so that one condition reads either.
 */
export const storedCount = (where: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(sum(delta), 0)::int from case_count_entries as cases ${where})`

/** Exact number of cases in statuses within the office's remit: of all, or of those that an operator or nobody works on. */
export async function countByStatus(
  db: Db,
  statuses: readonly CaseStatus[],
  assignedTo?: number | null,
): Promise<number> {
  const query = db
    .selectFrom('caseCountEntries')
    .select(sql<number>`coalesce(sum(delta), 0)::int`.as('count'))
    .where('status', 'in', [...statuses])
    .where('isOutOfRemit', '=', false)
  const ofOperator = assignedTo === undefined ? query : query.where('assignedTo', isNullable(assignedTo), assignedTo)
  return (await ofOperator.executeTakeFirstOrThrow()).count
}
const isNullable = (value: unknown) => (value === null ? 'is' : '=')

/** How many messages of reporters an operator has not read. */
export async function countUnread(db: Db, assignedTo: number): Promise<number> {
  const { count } = await db
    .selectFrom('caseCountEntries')
    .select(sql<number>`coalesce(sum(delta * unread), 0)::int`.as('count'))
    .where('assignedTo', '=', assignedTo)
    .where('unread', '>', 0)
    .executeTakeFirstOrThrow()
  return count
}

/** Cases in statuses, within the office's remit, that a person entered. */
export async function countEntered(db: Db, userId: number, statuses: readonly CaseStatus[]): Promise<number> {
  const { count } = await db
    .selectFrom('cases')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('createdBy', '=', userId)
    .where('status', 'in', [...statuses])
    .where('isOutOfRemit', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

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
