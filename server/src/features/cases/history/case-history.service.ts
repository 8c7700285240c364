import {
  type CaseDetail,
  type CaseEvent,
  type CaseEventKind,
  type CaseFieldChange,
  type CaseStatus,
  caseEventMembers,
  type Page,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { authorshipOf } from '#platform/record/record.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { namesOf } from '#platform/session/user-names.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { caseRecord } from '../record/case-record.ts'
import { caseChanges } from '../record/case-values.ts'
import {
  findEvent,
  findOperatorAt,
  insertEvent,
  insertEvents,
  listEvents,
  listEventsAfter,
  listPerformed,
  type Period,
  type StoredEvent,
} from './case-events.store.ts'

/** Presents entries, with the names of their users. */
async function presenterOf(
  { db, vault }: CaseNeeds,
  events: readonly StoredEvent[],
): Promise<(event: StoredEvent) => CaseEvent> {
  const ids = events.flatMap(({ byUser, operatorId, undoneBy }) =>
    [byUser, operatorId, undoneBy].flatMap((id) => id ?? []),
  )
  const names = await namesOf(db, vault, [...new Set(ids)])
  return ({
    byUser,
    operatorId,
    role,
    statusFrom,
    statusTo,
    reason,
    author,
    changes,
    undoes,
    undoneAt,
    undoneBy,
    ...event
  }) => ({
    id: event.id,
    kind: event.kind,
    at: event.at,
    by: byUser === null ? author : names.get(byUser),
    role: role ?? undefined,
    from: statusFrom ?? undefined,
    to: statusTo ?? undefined,
    reason,
    operator: operatorId === null ? undefined : names.get(operatorId),
    changes: [...changes],
    undoes: undoes ?? undefined,
    undoneAt: undoneAt ?? undefined,
    undoneBy: undoneBy === null ? undefined : names.get(undoneBy),
  })
}

/** Records that cases came from the portal: their first entries. */
export const noteReceived = (
  { vault }: Pick<CaseNeeds, 'vault'>,
  tx: Db,
  cases: readonly { readonly caseId: number; readonly at: Date }[],
) =>
  insertEvents(
    tx,
    vault,
    cases.map((each) => ({
      ...each,
      kind: 'received',
      byUser: null,
      role: null,
      statusTo: 'open',
    })),
  )

type NotedKind = Extract<
  CaseEventKind,
  | 'fileAdded'
  | 'fileRemoved'
  | 'commented'
  | `mail${string}`
  | 'reminderSet'
  | 'reminderMoved'
  | 'reminderDone'
  | 'reminderRemoved'
  | 'informed'
  | `assessment${string}`
  | `summary${string}`
>

interface Noted {
  readonly caseId: number
  readonly kind: NotedKind
  /** What was there before and is there now, beside the fields of the case. */
  readonly changes?: readonly NotedChange[]
}

interface NotedChange {
  readonly member: keyof typeof caseEventMembers
  readonly before?: string
  readonly after?: string
}

/** The change of a member as the history stores it. */
export const changeOfMember = ({ member, ...change }: NotedChange): CaseFieldChange => ({
  ...change,
  field: caseEventMembers[member],
})

/** Notes in the history what a user did on a case beside its fields. */
export const noteOnCase = (
  needs: Pick<CaseNeeds, 'vault' | 'clock'>,
  tx: Db,
  { caseId, kind, changes = [] }: Noted,
  user: SessionUser,
): Promise<void> =>
  insertEvent(tx, needs.vault, { caseId, kind, ...authorshipOf(needs, user), changes: changes.map(changeOfMember) })

/** Pages of the history of a case, newest first. */
export async function eventsOfCase(
  needs: CaseNeeds,
  id: number,
  request: PageQuery<{ readonly reached?: CaseStatus | undefined }>,
  { user, audit }: Caller,
): Promise<Page<CaseEvent>> {
  const { db, vault } = needs
  const row = await caseRecord.read(needs, db, id, user)
  audit.record('case', [row.id])
  const page = await listEvents(db, request, { caseId: id, reached: request.filters?.reached, vault })
  return { ...page, rows: page.rows.map(await presenterOf(needs, page.rows)) }
}

/** The whole history of a case, newest first. The caller has checked that the user may read the case. */
export async function allEventsOfCase(needs: CaseNeeds, id: number): Promise<CaseEvent[]> {
  const events = await listEventsAfter(needs.db, needs.vault, id, 0)
  return events.map(await presenterOf(needs, events))
}

/** The entries of a period that added actions performed, oldest first. The caller has checked that the user may read the case. */
export async function performedWithin(needs: CaseNeeds, id: number, period: Period): Promise<CaseEvent[]> {
  const events = await listPerformed(needs.db, needs.vault, id, period)
  return events.map(await presenterOf(needs, events))
}

/** A case as it was after an entry of its history: later changes are undone. */
export async function caseAt(
  needs: CaseNeeds,
  id: number,
  eventId: number,
  { user, audit }: Caller,
): Promise<CaseDetail> {
  const { db, vault } = needs
  const row = await caseRecord.read(needs, db, id, user)
  audit.record('case', [row.id])
  const event = await findEvent(db, vault, id, eventId)
  if (!event) throw new AppError('not_found')
  const later = await listEventsAfter(db, vault, id, eventId)
  const now = await caseRecord.detailOf(needs, db, row, user)
  const values = later.reduce((then, { changes }) => caseChanges.withoutChanges(then, changes), now.values)
  // The next change of status holds the status that the case had at that entry.
  const next = later.findLast(({ statusFrom }) => statusFrom !== null)
  const operatorId = await findOperatorAt(db, id, eventId)
  const operator = operatorId === undefined ? undefined : (await namesOf(db, vault, [operatorId])).get(operatorId)
  // Terms, a proposed closing and unread messages are known only for today.
  const { dueOn: _due, dueState: _state, closingProposedAt: _proposed, closedAt, ...rest } = now
  return {
    ...rest,
    operatorId,
    operator,
    values,
    unread: 0,
    mayEdit: false,
    ...(next ? { status: next.statusFrom ?? now.status } : { closedAt }),
  }
}
