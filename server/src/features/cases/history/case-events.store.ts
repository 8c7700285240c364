import { type CaseEventKind, type CaseFieldChange, type CaseStatus, freeingKinds, type Role } from '@portal/contract'
import { nextId } from '#platform/database/next-id.ts'
import { countRows, type PageRequest, rowsOfPage } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { sealedEvents } from './sealed-events.ts'

/** Something that happens to a case. */
export interface CaseHappening {
  readonly caseId: number
  readonly kind: CaseEventKind
  readonly at: Date
  readonly byUser: number | null
  readonly role: Role | null
  readonly statusFrom?: CaseStatus | undefined
  readonly statusTo?: CaseStatus | undefined
  /** Whom it concerns: who was given the case, or who had it, or its lock, before. */
  readonly operatorId?: number | undefined
  readonly reason?: string | undefined
  readonly changes?: readonly CaseFieldChange[]
}

export async function insertEvent(tx: Db, vault: Vault, { changes = [], ...event }: CaseHappening): Promise<void> {
  const id = await nextId(tx, 'case_events')
  const sealed = changes.length > 0 ? { changes: JSON.stringify(changes) } : {}
  await insertSealed(tx, vault, sealedEvents, { ...event, ...sealed, id })
}

const columns = [
  'id',
  'kind',
  'at',
  'byUser',
  'role',
  'statusFrom',
  'statusTo',
  'operatorId',
  'reason',
  'changes',
] as const

const ofCase = (db: Db, caseId: number) => db.selectFrom('caseEvents').where('caseId', '=', caseId)

type Row = Awaited<ReturnType<typeof rowsAfter>>[number]
export type StoredEvent = Awaited<ReturnType<typeof open>>

/** An entry that does not open is there without what is sealed in it. */
async function open(vault: Vault, row: Row) {
  const { reason, changes, ...rest } = row
  const opened = await unlessDamaged(openSealed(vault, sealedEvents, row.id, { reason, changes }))
  return {
    ...rest,
    reason: opened?.reason ?? undefined,
    changes: JSON.parse(opened?.changes ?? '[]') as CaseFieldChange[],
  }
}

/** A page of the history of a case, newest first. */
export async function listEvents(db: Db, vault: Vault, caseId: number, page: PageRequest): Promise<StoredEvent[]> {
  const rows = await rowsOfPage(ofCase(db, caseId).select(columns), ['id'], page)
  return Promise.all(rows.map((row) => open(vault, row)))
}

export const countEvents = (db: Db, caseId: number, page: PageRequest) =>
  countRows(db, ofCase(db, caseId).select('id') as never, page)

const rowsAfter = (db: Db, caseId: number, id: number) =>
  ofCase(db, caseId).select(columns).where('id', '>', id).orderBy('id', 'desc').execute()

/** What happened to a case after an entry, newest first. */
export const listEventsAfter = async (db: Db, vault: Vault, caseId: number, id: number): Promise<StoredEvent[]> =>
  Promise.all((await rowsAfter(db, caseId, id)).map((row) => open(vault, row)))

/** Who worked on a case after an entry of its history: whoever it was last given to, unless it was freed since. */
export async function findOperatorAt(db: Db, caseId: number, id: number): Promise<number | undefined> {
  const row = await ofCase(db, caseId)
    .select(['kind', 'operatorId'])
    .where('id', '<=', id)
    .where('kind', '<>', 'lockTaken')
    .where((eb) => eb.or([eb('operatorId', 'is not', null), eb('kind', 'in', freeingKinds)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && !freeingKinds.includes(row.kind) ? (row.operatorId ?? undefined) : undefined
}

/** An entry of the history of a case. */
export async function findEvent(db: Db, vault: Vault, caseId: number, id: number): Promise<StoredEvent | undefined> {
  const row = await ofCase(db, caseId).select(columns).where('id', '=', id).executeTakeFirst()
  return row && open(vault, row)
}
