import {
  type AssociationStatus,
  approvals,
  associationActions,
  associationLists,
  can,
  checklistOf,
  officeZone,
  type PendingCount,
  type PlainDate,
  type Role,
  termDays,
} from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'

/** Every document that the approval of a request needs is checked. */
export const isChecked = sql<boolean>`(${sql.join(
  approvals.flatMap((action) =>
    associationActions[action].from.map(
      (status) =>
        sql`(status = ${sql.lit(status)} and checked_documents @> ${sql.lit(`{${checklistOf(action)}}`)}::smallint[])`,
    ),
  ),
  sql` or `,
)})`

/** A renewal waits for documents of the association. */
export const waitsForDocuments = sql<boolean>`coalesce(status = 'documentsAsked' and origin = 'renewalAsked', false)`

/** The statuses in which the next step is a role's own: what waits for it. */
const waitingStatuses = (role: Role): readonly AssociationStatus[] => {
  if (can('registerEdit', role)) return ['submitted', 'renewalAsked']
  return can('registerDecisions', role) ? ['approvedToSign', 'renewalApproved'] : []
}

/** How many associations wait, are late, are enrolled, expire within 60 days, or are not enabled. */
async function countsFor(db: Db, today: PlainDate, role: Role) {
  const { rows } = await sql<
    Record<'newRequests' | 'waiting' | 'late' | 'enrolled' | 'expiring' | 'notEnabled', number>
  >`
        select
          count(*) filter (where status = any(${[...associationLists.newRequests]}::text[]))::int as "newRequests",
          count(*) filter (where status = any(${[...waitingStatuses(role)]}::text[]))::int as waiting,
          count(*) filter (where status = 'documentsAsked' and documents_due_on < ${today}::date)::int as late,
          count(*) filter (where status = 'enrolled')::int as enrolled,
          count(*) filter (where status = 'enrolled' and expires_on <= ${today}::date + 60)::int as expiring,
          count(*) filter (where status = any(${[...associationLists.notEnabled]}::text[]))::int as "notEnabled"
        from associations`.execute(db)
  return rows[0] ?? { newRequests: 0, waiting: 0, late: 0, enrolled: 0, expiring: 0, notEnabled: 0 }
}

/** What waits in each list, and how much of it is late. */
async function pendingIn(db: Db, today: PlainDate): Promise<PendingCount[]> {
  const since = (term: 'decision' | 'proposal' | 'removal') => sql`${today}::date - ${termDays(term)}::int`
  const ending = sql`${today}::date - ${termDays('renewalAfterExpiry') - termDays('renewalWarning')}::int`
  const { rows } = await sql<PendingCount>`
    select kind, case
        when status = any(${[...associationLists.newRequests]}::text[]) then 'newRequests'
        when status = any(${[...associationLists.notEnabled]}::text[]) then 'notEnabled'
        else 'enrolled' end as list,
      count(*)::int as count, count(*) filter (where is_late)::int as late
    from (
      select 'approval' as kind, status, current_request_at < (${since('decision')})::timestamp at time zone ${officeZone} as is_late
        from associations where ${isChecked}
      union all select 'proposal', status, proposed_at < (${since('proposal')})::timestamp at time zone ${officeZone}
        from associations where proposed_at is not null
      union all select 'removal', status, removal_requested_on < ${since('removal')}
        from associations where removal_requested_on is not null
      union all select 'renewal', status, expires_on <= ${ending}
        from associations where status = 'documentsAsked' and origin = 'renewalAsked') pending
    group by kind, list order by kind, list`.execute(db)
  return rows
}

/** The numbers of the lists for a role, and what waits in each of them. */
export const registerCounts = async (db: Db, today: PlainDate, role: Role) => ({
  ...(await countsFor(db, today, role)),
  pending: await pendingIn(db, today),
})
