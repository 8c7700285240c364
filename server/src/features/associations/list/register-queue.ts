import {
  associationLists,
  dayIn,
  limits,
  officeZone,
  type PlainDate,
  type QueuedAssociation,
  type RegisterTab,
  type Role,
  registerPendingOf,
} from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { requestNumberOf } from '../associations.rules.ts'
import { isChecked } from './association-counts.ts'

/** Associations of which something waits: far more than the register of the country ever had at once. */
const maxPending = 2000

const pendingRows = (db: Db) =>
  db
    .selectFrom('associations')
    .select(['id', 'name', 'status', 'requestYear', 'requestPlace', 'currentRequestAt'])
    .select(['documentsDueOn', 'proposedAt', 'removalRequestedOn', isChecked.as('isChecked')])
    .where((eb) =>
      eb.or([
        eb('status', 'in', [...associationLists.newRequests]),
        eb('proposedAt', 'is not', null),
        eb('removalRequestedOn', 'is not', null),
      ]),
    )
    .orderBy(sql`least(documents_due_on, current_request_at::date, proposed_at::date, removal_requested_on)`)
    .limit(maxPending)
    .execute()
type PendingRow = Awaited<ReturnType<typeof pendingRows>>[number]

const dayOf = (instant: Date) => dayIn(officeZone, instant)

interface Reader {
  readonly role: Role
  readonly tab: RegisterTab | undefined
  readonly today: PlainDate
}

function queuedOf(row: PendingRow, { role, today }: Reader): (QueuedAssociation & { isOwn: boolean }) | undefined {
  const facts = {
    status: row.status,
    isChecked: row.isChecked,
    requestedOn: dayOf(row.currentRequestAt),
    documentsDueOn: row.documentsDueOn,
    proposedOn: row.proposedAt && dayOf(row.proposedAt),
    removalRequestedOn: row.removalRequestedOn,
  }
  const pending = registerPendingOf(facts, role, today)
  if (!pending) return undefined
  const requestNumber = requestNumberOf(row.requestYear, row.requestPlace)
  return { id: row.id, name: row.name, requestNumber, status: row.status, ...pending }
}

const byTerm = (one: QueuedAssociation, other: QueuedAssociation) =>
  one.dueOn.localeCompare(other.dueOn) || one.id - other.id

/** What waits in the register for a role or for others, the earliest term first. */
export async function readRegisterQueue(db: Db, reader: Reader) {
  const rows = await pendingRows(db)
  const queued = rows.map((row) => queuedOf(row, reader)).filter((row) => row !== undefined)
  const mine = queued.filter(({ isOwn }) => isOwn)
  const others = queued.filter(({ isOwn }) => !isOwn)
  const shown = reader.tab === 'others' ? others : mine
  return { mine: mine.length, others: others.length, rows: shown.toSorted(byTerm).slice(0, limits.page.maxRows) }
}
