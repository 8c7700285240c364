import { type CaseEventKind, type CaseFieldChange, type CaseStatus, freeingKinds, type Role } from '@portal/contract'
import { byId, defineList } from '#platform/database/list.ts'
import { nextIds } from '#platform/database/new-rows.ts'
import { type Db, writeAtEnd } from '#platform/database/transaction.ts'
import { openSealed, sealedInsertions, sealRows } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'

/** An entry for the history of a case. */
export interface NewCaseEvent {
  readonly caseId: number
  readonly kind: CaseEventKind
  readonly at: Date
  readonly byUser: number | null
  readonly role: Role | null
  readonly statusFrom?: CaseStatus | undefined
  readonly statusTo?: CaseStatus | undefined
  /** The operator concerned: the new assignee, the former assignee, or the former lock holder. */
  readonly operatorId?: number | undefined
  readonly reason?: string | undefined
  readonly changes?: readonly CaseFieldChange[]
  /** The entry of the action that this one took back. */
  readonly undoes?: number
}

/** Adds an entry to the history with the commit; `id` is one of its ids, where there is one already. */
export const insertEvent = (tx: Db, vault: Vault, event: NewCaseEvent, id?: number): Promise<void> =>
  insertEvents(tx, vault, [event], id === undefined ? undefined : [id])

/** Adds entries to the history with the commit. */
export async function insertEvents(
  tx: Db,
  vault: Vault,
  events: readonly NewCaseEvent[],
  known?: readonly number[],
): Promise<void> {
  const ids = known ?? (await nextIds(tx, 'case_events', events.length))
  const rows = events.map(({ changes = [], ...event }, index) => ({
    ...emptyEvent,
    ...event,
    id: ids[index] ?? 0,
    ...(changes.length > 0 && { changes: JSON.stringify(changes) }),
  }))
  const statements = sealedInsertions(tx, sealRows(vault, sealedEvents, rows))
  await writeAtEnd(tx, ...statements.map((statement) => ({ statement })))
}

const emptyEvent = { statusFrom: null, statusTo: null, operatorId: null, undoes: null }

const columns = [
  'caseEvents.id',
  'caseEvents.kind',
  'caseEvents.at',
  'caseEvents.byUser',
  'caseEvents.role',
  'caseEvents.statusFrom',
  'caseEvents.statusTo',
  'caseEvents.operatorId',
  'caseEvents.reason',
  'caseEvents.author',
  'caseEvents.changes',
  'caseEvents.undoes',
  'undoing.at as undoneAt',
  'undoing.byUser as undoneBy',
] as const

const ofCase = (db: Db, caseId: number) => db.selectFrom('caseEvents').where('caseEvents.caseId', '=', caseId)

/** The entries of a case, each with the entry that took it back, if any. */
const entriesOf = (db: Db, caseId: number) =>
  ofCase(db, caseId).leftJoin('caseEvents as undoing', 'undoing.undoes', 'caseEvents.id').select(columns)

type Row = Awaited<ReturnType<typeof rowsAfter>>[number]
export type StoredEvent = Awaited<ReturnType<typeof open>>

/** Opens an entry; one that cannot be decrypted is returned without its sealed fields. */
async function open(vault: Vault, row: Row) {
  const { reason, author, changes, ...rest } = row
  const opened = await unlessDamaged(openSealed(vault, sealedEvents, row.id, { reason, author, changes }))
  return {
    ...rest,
    reason: opened?.reason ?? undefined,
    author: opened?.author ?? undefined,
    changes: JSON.parse(opened?.changes ?? '[]') as CaseFieldChange[],
  }
}

interface EventQuery {
  readonly caseId: number
  /** Only the entries that led to this status from another one. */
  readonly reached?: CaseStatus | undefined
  readonly vault: Vault
}

/** Pages of the history of a case, newest first. */
export const listEvents = defineList({
  order: byId('caseEvents.id'),
  rows: (db: Db, { caseId, reached }: EventQuery) =>
    entriesOf(db, caseId).$if(reached !== undefined, (found) =>
      found
        .where('caseEvents.statusTo', '=', reached ?? null)
        .where('caseEvents.statusFrom', 'is distinct from', reached ?? null),
    ),
  open: (row, { vault }) => open(vault, row),
})

const rowsAfter = (db: Db, caseId: number, id: number) =>
  entriesOf(db, caseId).where('caseEvents.id', '>', id).orderBy('caseEvents.id', 'desc').execute()

/** The entries of a case after an entry, newest first. */
export const listEventsAfter = async (db: Db, vault: Vault, caseId: number, id: number): Promise<StoredEvent[]> =>
  Promise.all((await rowsAfter(db, caseId, id)).map((row) => open(vault, row)))

/** From `since`, inclusive, until `before`, exclusive. */
export interface Period {
  readonly since: Date
  readonly before?: Date | undefined
}

/** The entries of a period that added actions performed, oldest first. */
export async function listPerformed(db: Db, vault: Vault, caseId: number, { since, before }: Period) {
  const rows = await entriesOf(db, caseId)
    .where('caseEvents.kind', '=', 'performed')
    .where('caseEvents.at', '>=', since)
    .$if(before !== undefined, (query) => query.where('caseEvents.at', '<', before ?? since))
    .orderBy('caseEvents.id')
    .execute()
  return Promise.all(rows.map((row) => open(vault, row)))
}

/**
 * The operator of a case after an entry of its history: the last assignee, unless the case was unassigned since. An entry that took an
 * action back has the operator who was restored, if any.
 */
export async function findOperatorAt(db: Db, caseId: number, id: number): Promise<number | undefined> {
  const row = await ofCase(db, caseId)
    .select(['kind', 'operatorId'])
    .where('id', '<=', id)
    .where('kind', '<>', 'lockTaken')
    .where((eb) => eb.or([eb('operatorId', 'is not', null), eb('kind', 'in', [...freeingKinds, 'undone'])]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && !freeingKinds.includes(row.kind) ? (row.operatorId ?? undefined) : undefined
}

/** An entry of the history of a case. */
export async function findEvent(db: Db, vault: Vault, caseId: number, id: number): Promise<StoredEvent | undefined> {
  const row = await entriesOf(db, caseId).where('caseEvents.id', '=', id).executeTakeFirst()
  return row && open(vault, row)
}

interface SealedEvent {
  readonly reason?: string | undefined
  /** Who did it in another system, without an account here. */
  readonly author?: string | undefined
  /** The fields before and after, as JSON. */
  readonly changes?: string | undefined
}

export const sealedEvents = sealedTable<SealedEvent>()({
  table: 'caseEvents',
  key: 'id',
  sealed: ['reason', 'author', 'changes'],
  ends: { withCase: 'caseId' },
})
