import {
  type AssociationDetail,
  type AssociationEvent,
  type AssociationEventKind,
  type Page,
  parseWireDate,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Caller } from '#platform/session/caller.ts'
import { type NamedUser, namedUsersOf } from '#platform/session/user-names.ts'
import {
  findAssociationEvent,
  listAssociationEvents,
  listEventsAfter,
  type StoredAssociationEvent,
} from './association-events.store.ts'
import { type AssociationNeeds, getStored, presentDetail } from './association-reading.ts'
import { associationChanges } from './association-values.ts'
import { listLetters } from './letters.store.ts'

const presentEvent = (event: StoredAssociationEvent, user: NamedUser | undefined): AssociationEvent => ({
  id: event.id,
  place: event.place,
  kind: event.kind,
  at: event.at,
  by: user?.name,
  byTaxCode: user?.taxCode,
  role: event.role ?? undefined,
  from: event.statusFrom ?? undefined,
  to: event.statusTo ?? undefined,
  reason: event.reason,
  changes: [...event.changes],
})

const decree = { decreeNumber: undefined, decreeDate: undefined, expiresOn: undefined } as const
/** The facts that an entry of each kind set, as they are shown of the time before it: not yet known, or not so. */
const before: Readonly<Partial<Record<AssociationEventKind, Partial<AssociationDetail>>>> = {
  extendTerm: { isTermExtended: false },
  approve: { approvedOn: undefined },
  approveRenewal: { approvedOn: undefined },
  sign: { ...decree, enrolledOn: undefined, enrolmentNumber: undefined },
  signRenewal: { ...decree, renewedOn: undefined },
  proposeRejection: { rejectionWarnedOn: undefined, rejectableFrom: undefined },
  askRemoval: { isRemovalRequested: false, removalRequestedOn: undefined, removalDueOn: undefined },
  propose: { proposal: undefined },
  reject: { closedOn: undefined },
  remove: { closedOn: undefined },
  expire: { closedOn: undefined },
}
const factsBefore = (events: readonly StoredAssociationEvent[]): Partial<AssociationDetail> =>
  Object.assign(
    {},
    ...events.map((event) => (event.kind === 'correctDecree' ? decreeBefore(event) : before[event.kind])),
  )

/** The decree as it was before its correction; what followed from its date is not known any more. */
function decreeBefore({ changes }: StoredAssociationEvent): Partial<AssociationDetail> {
  const former = new Map(changes.map((change) => [change.field, change.before]))
  const date = former.get('data_decreto')
  return {
    decreeNumber: former.get('numero_decreto') as string | undefined,
    decreeDate: typeof date === 'string' ? parseWireDate(date) : undefined,
    expiresOn: undefined,
  }
}

/** The changes of a record up to one of them, by its place in the history. */
function changesUntil({ lastChanges }: AssociationDetail, place: number) {
  const changes = lastChanges.filter((change) => change.place <= place)
  return {
    lastChange: changes[0],
    lastChanges: changes,
    lastModification: undefined,
    changedBy: changes[0]?.by,
  }
}

/** Reads the history and the letters of an association, and the association as it was after an entry. */
export function createAssociationHistory(needs: AssociationNeeds) {
  const { db, vault } = needs

  /** Presents entries with the names of their users. */
  async function presentAll(events: readonly StoredAssociationEvent[]): Promise<AssociationEvent[]> {
    const users = events.flatMap(({ byUser }) => (byUser === null ? [] : [byUser]))
    const named = await namedUsersOf(db, vault, [...new Set(users)])
    return events.map((event) => presentEvent(event, event.byUser === null ? undefined : named.get(event.byUser)))
  }

  return {
    /** All entries of an association, newest first. */
    allEvents: async (id: number): Promise<AssociationEvent[]> => presentAll(await listEventsAfter(db, vault, id, 0)),

    async events(id: number, request: PageQuery<unknown>, { audit }: Caller): Promise<Page<AssociationEvent>> {
      await getStored(needs, db, id)
      audit.record('association', [id])
      const page = await listAssociationEvents(db, request, { associationId: id, vault })
      return { ...page, rows: await presentAll(page.rows) }
    },

    /** The history as the association itself sees it: what changed, without the people and reasons of the office. */
    async ownEvents(id: number, request: PageQuery<unknown>): Promise<Page<AssociationEvent>> {
      const page = await listAssociationEvents(db, request, { associationId: id, vault })
      const present = (event: StoredAssociationEvent) => ({
        ...presentEvent(event, undefined),
        reason: undefined,
        role: undefined,
        changes: [],
      })
      return { ...page, rows: page.rows.map(present) }
    },

    async letters(id: number, request: PageQuery<unknown>, { audit }: Caller) {
      await getStored(needs, db, id)
      audit.record('association', [id])
      return listLetters(db, request, { associationId: id, vault })
    },

    /** An association as it was after an entry of its history: later changes are undone. */
    async at(eventId: number, caller: Caller): Promise<AssociationDetail> {
      const event = await findAssociationEvent(db, vault, eventId)
      if (!event) throw new AppError('not_found')
      const row = await getStored(needs, db, event.associationId)
      caller.audit.record('association', [row.id])
      const later = await listEventsAfter(db, vault, row.id, eventId)
      const now = await presentDetail(needs, db, row, caller.user, undefined, event.at)
      const values = later.reduce((then, { changes }) => associationChanges.withoutChanges(then, changes), now.values)
      // The next change of status holds the status that the association had at that entry.
      const next = later.findLast(({ statusFrom }) => statusFrom !== null)
      const denied = Object.fromEntries(Object.keys(now.actions).map((word) => [word, 'wrong_status']))
      // Terms and what is missing are known only for today.
      const { dueOn: _due, missingItems: _missing, origin: _origin, lockedBy: _by, ...rest } = now
      const status = next?.statusFrom ?? now.status
      return {
        ...rest,
        ...factsBefore(later),
        values,
        status,
        ...changesUntil(now, event.place),
        isHistorical: true,
        isReadOnly: true,
        isConflict: false,
        isLate: false,
        isExpired: status === 'expired',
        actions: denied as AssociationDetail['actions'],
      }
    },
  }
}
