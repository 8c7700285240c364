import type { CaseTransition } from '@portal/contract'
import { sql } from 'kysely'
import { type Db, writeAtEnd } from '#platform/database/transaction.ts'
import type { Sealed } from '#platform/protection/sealed.ts'
import { openSealed, sealedInsertions, sealRows } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import type { CaseMove } from '../record/case-commands.store.ts'

/** What undoing an action and its notices need. */
export interface HeldAction {
  readonly action: CaseTransition
  readonly byUser: number
  /** The columns of the case that the action changed, as they were before. */
  readonly before: CaseMove & { readonly statusSince: Date; readonly workedFrom: Date; readonly closedAt: Date | null }
  /** The operator of the case after the action. */
  readonly assignedTo: number | null
}

interface HeldRow {
  readonly eventId: number
  readonly caseId: number
  readonly version: number
  readonly until: Date
}

export const sealedActions = sealedTable<{ readonly action: string }>()({
  table: 'heldActions',
  key: 'eventId',
  sealed: ['action'],
  decisive: ['action'],
  ends: { withCase: 'caseId' },
})

/** Holds an action with the commit, after its entry in the history. */
export const holdAction = (tx: Db, vault: Vault, row: HeldRow, action: HeldAction): Promise<void> =>
  writeAtEnd(
    tx,
    ...sealedInsertions(tx, sealRows(vault, sealedActions, [{ ...row, action: JSON.stringify(action) }])).map(
      (statement) => ({ statement }),
    ),
  )

const columns = ['eventId', 'caseId', 'version', 'until', 'keyId', 'action'] as const

const instants: readonly string[] = ['statusSince', 'workedFrom', 'closedAt', 'closingProposedAt']
const revive = (key: string, value: unknown) =>
  instants.includes(key) && typeof value === 'string' ? new Date(value) : value

interface StoredAction extends HeldRow {
  readonly keyId: number | null
  readonly action: Sealed | null
}

/** Opens an action; undefined for one that the erasure of its case or damage took. */
async function opened(vault: Vault, { action: sealed, ...row }: StoredAction) {
  if (sealed === null) return undefined
  const plain = await unlessDamaged(openSealed(vault, sealedActions, row.eventId, { ...row, action: sealed }))
  return plain?.action ? { ...row, ...(JSON.parse(plain.action, revive) as HeldAction) } : undefined
}

/** The newest action on a case that is still held. */
export async function findHeldAction(tx: Db, vault: Vault, caseId: number) {
  const row = await tx
    .selectFrom('heldActions')
    .select(columns)
    .where('caseId', '=', caseId)
    .orderBy('eventId', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row && opened(vault, row)
}

export const deleteHeldAction = (tx: Db, eventId: number) =>
  tx.deleteFrom('heldActions').where('eventId', '=', eventId).execute()

/** Deletes the actions whose time is over, and returns them in their order; leaves out those that another node takes. */
export async function takeDueActions(tx: Db, vault: Vault, now: Date) {
  const due = tx
    .selectFrom('heldActions')
    .select('eventId')
    .where('until', '<=', now)
    .orderBy('eventId')
    .limit(500)
    .forUpdate()
    .skipLocked()
  const rows = await tx.deleteFrom('heldActions').where('eventId', 'in', due).returning(columns).execute()
  const actions = await Promise.all(rows.map((row) => opened(vault, row)))
  return actions.flatMap((action) => action ?? []).sort((a, b) => a.eventId - b.eventId)
}

/** Lets the actions that made these versions be undone until one instant, with the commit that holds them. */
export const holdUntil = (
  tx: Db,
  cases: readonly { readonly id: number; readonly version?: number | undefined }[],
  until: Date,
): Promise<void> => {
  const changed = cases.filter(({ version }) => version !== undefined)
  const statement = sql`
    update held_actions set until = ${until}
    from unnest(${changed.map(({ id }) => id)}::int[], ${changed.map(({ version }) => version)}::int[]) as done (case_id, version)
    where held_actions.case_id = done.case_id and held_actions.version = done.version`.compile(tx)
  return writeAtEnd(tx, { statement })
}

/** Forgets with the commit when a case was first taken, where nothing that took it stands any more. */
export const forgetFirstTaking = (tx: Db, caseId: number): Promise<void> => {
  const statement = sql`
    update case_statistics set take_days = null
    where case_id = ${caseId} and take_days is not null and not exists (
      select from case_events as taken
      where taken.case_id = ${caseId} and taken.kind in ('take', 'assignOne', 'assignTwo')
        and not exists (select from case_events as undone where undone.case_id = ${caseId} and undone.undoes = taken.id)
    )`.compile(tx)
  return writeAtEnd(tx, { statement })
}
