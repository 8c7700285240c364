import type { RegistryEventKind, RegistryKind, Role } from '@portal/contract'
import { byId, defineList } from '#platform/database/list.ts'
import { nextIds } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealedRows, openSealed, sealRows } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import type { FieldChange } from '#platform/record/form-changes.ts'
import { sealedRegistryEvents } from './sealed-persons.ts'

/** The column that names the record of an entry. */
const columnOf = { person: 'personId', organisation: 'organisationId' } as const satisfies Record<RegistryKind, string>

/** An entry for the history of a record. */
export interface NewRegistryEvent {
  readonly record: { readonly kind: RegistryKind; readonly id: number }
  readonly kind: RegistryEventKind
  readonly at: Date
  readonly byUser: number
  readonly role: Role | null
  readonly mergeId?: number
  readonly changes?: readonly FieldChange[]
}

export const insertRegistryEvent = (tx: Db, vault: Vault, event: NewRegistryEvent): Promise<void> =>
  insertRegistryEvents(tx, vault, [event])

export async function insertRegistryEvents(tx: Db, vault: Vault, events: readonly NewRegistryEvent[]): Promise<void> {
  const ids = await nextIds(tx, 'registry_events', events.length)
  const rows = events.map(({ record, changes = [], ...facts }, index) => ({
    ...facts,
    ...(changes.length > 0 && { changes: JSON.stringify(changes) }),
    id: ids[index] ?? 0,
    [columnOf[record.kind]]: record.id,
  }))
  await insertSealedRows(tx, sealRows(vault, sealedRegistryEvents, rows))
}

interface EventQuery {
  readonly kind: RegistryKind
  /** The record, and those that were merged into it. */
  readonly recordIds: readonly number[]
  readonly vault: Vault
}

/** Pages of the history of a record, newest first. An entry that cannot be decrypted is returned without its changes. */
export const listRegistryEvents = defineList({
  order: byId('registryEvents.id'),
  rows: (db: Db, { kind, recordIds }: EventQuery) =>
    db.selectFrom('registryEvents').selectAll().where(columnOf[kind], 'in', recordIds),
  async open({ changes, ...rest }, { vault }) {
    const opened = await unlessDamaged(openSealed(vault, sealedRegistryEvents, rest.id, { changes }))
    return { ...rest, changes: JSON.parse(opened?.changes ?? '[]') as FieldChange[] }
  },
})
