import {
  type AssociationStatus,
  approvals,
  associationActions,
  associationLists,
  checklistOf,
  type PlainDate,
  type RegisterTurn,
  type Role,
  turnsOf,
} from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
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

/** A filter may leave no status of the list. */
export const isOneOf = (statuses: readonly AssociationStatus[]) =>
  sql<boolean>`associations.status = any(${[...statuses]}::text[])`

/** The term for documents is over. */
export const isPastTerm = (today: PlainDate) => sql<boolean>`coalesce(documents_due_on < ${today}::date, false)`

/** The enrolment ends within 60 days. */
export const isExpiring = (today: PlainDate) =>
  sql<boolean>`coalesce(status = 'enrolled' and expires_on <= ${today}::date + 60, false)`

const asked = ['submitted', 'renewalAsked'] as const
const signed = ['approvedToSign', 'renewalApproved'] as const

/** Associations of which a next step is somebody's turn; `registerPendingOf` says the same of one. */
const conditionOfTurn: Readonly<Record<RegisterTurn, (today: PlainDate) => RawBuilder<boolean>>> = {
  register: (today) => sql`((${isOneOf(asked)} and not ${isChecked})
    or (status = 'documentsAsked' and ${isPastTerm(today)}) or proposed_at is not null)`,
  registerAdmin: () => sql`(${isOneOf(asked)} and ${isChecked})`,
  manager: () => sql`(${isOneOf(signed)} or removal_requested_on is not null)`,
  association: (today) => sql`(status = 'documentsAsked' and not ${isPastTerm(today)})`,
}
/** Associations of which a next step is the turn of one of these. */
export const isTurnOf = (turns: readonly RegisterTurn[], today: PlainDate) =>
  sql<boolean>`(${sql.join(
    turns.map((turn) => conditionOfTurn[turn](today)),
    sql` or `,
  )})`

/** For a role: how many associations wait, are late, are enrolled, expire within 60 days, or are not enabled. */
export async function registerCounts(db: Db, today: PlainDate, role: Role) {
  const { rows } = await sql<
    Record<'newRequests' | 'waiting' | 'mine' | 'late' | 'enrolled' | 'expiring' | 'notEnabled', number>
  >`
        select
          count(*) filter (where ${isOneOf(associationLists.newRequests)})::int as "newRequests",
          count(*) filter (where ${isOneOf(associationLists.newRequests)} and ${isTurnOf(turnsOf(role), today)})::int as waiting,
          count(*) filter (where ${isTurnOf(turnsOf(role), today)})::int as mine,
          count(*) filter (where status = 'documentsAsked' and ${isPastTerm(today)})::int as late,
          count(*) filter (where status = 'enrolled')::int as enrolled,
          count(*) filter (where ${isExpiring(today)})::int as expiring,
          count(*) filter (where ${isOneOf(associationLists.notEnabled)})::int as "notEnabled"
        from associations`.execute(db)
  return rows[0] ?? { newRequests: 0, waiting: 0, mine: 0, late: 0, enrolled: 0, expiring: 0, notEnabled: 0 }
}
