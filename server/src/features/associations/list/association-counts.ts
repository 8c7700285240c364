import {
  type AssociationStatus,
  approvals,
  associationActions,
  associationLists,
  can,
  checklistOf,
  type PlainDate,
  type Role,
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

/**
 * Associations whose next step is a role's own; `registerPendingOf` says the same of one. For a role of the register these are the
 * requests that it checks, those past their term, and proposals; the register's administrator also approves.
 */
function isOwnTurn(role: Role, today: PlainDate) {
  const asked = sql`status = any(${[...waitingStatuses(role)]}::text[])`
  if (!can('registerEdit', role)) return sql<boolean>`(${asked} or removal_requested_on is not null)`
  const approves = associationActions.approve.by.some((one) => one === role)
  return sql<boolean>`(${approves ? asked : sql`(${asked} and not ${isChecked})`}
    or (status = 'documentsAsked' and documents_due_on < ${today}::date) or proposed_at is not null)`
}

/** For a role: how many associations wait, are late, are enrolled, expire within 60 days, or are not enabled. */
export async function registerCounts(db: Db, today: PlainDate, role: Role) {
  const { rows } = await sql<
    Record<'newRequests' | 'waiting' | 'mine' | 'late' | 'enrolled' | 'expiring' | 'notEnabled', number>
  >`
        select
          count(*) filter (where status = any(${[...associationLists.newRequests]}::text[]))::int as "newRequests",
          count(*) filter (where status = any(${[...waitingStatuses(role)]}::text[]))::int as waiting,
          count(*) filter (where ${isOwnTurn(role, today)})::int as mine,
          count(*) filter (where status = 'documentsAsked' and documents_due_on < ${today}::date)::int as late,
          count(*) filter (where status = 'enrolled')::int as enrolled,
          count(*) filter (where status = 'enrolled' and expires_on <= ${today}::date + 60)::int as expiring,
          count(*) filter (where status = any(${[...associationLists.notEnabled]}::text[]))::int as "notEnabled"
        from associations`.execute(db)
  return rows[0] ?? { newRequests: 0, waiting: 0, mine: 0, late: 0, enrolled: 0, expiring: 0, notEnabled: 0 }
}
