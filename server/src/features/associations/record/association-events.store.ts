import type { AssociationEventKind, AssociationFieldChange, AssociationStatus, Role } from '@portal/contract'
import { sql } from 'kysely'
import { byId, defineList } from '#platform/database/list.ts'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { sealedAssociationEvents } from './sealed-associations.ts'

/** An entry for the history of an association. */
export interface NewAssociationEvent {
  readonly associationId: number
  readonly kind: AssociationEventKind
  readonly at: Date
  readonly byUser: number | null
  readonly role: Role | null
  readonly statusFrom?: AssociationStatus | undefined
  readonly statusTo?: AssociationStatus | undefined
  readonly reason?: string | undefined
  readonly changes?: readonly AssociationFieldChange[]
}

/** Inserts an entry. The caller's transaction holds the row of the association, so that places follow each other. */
export async function insertAssociationEvent(
  tx: Db,
  vault: Vault,
  { changes = [], ...event }: NewAssociationEvent,
): Promise<void> {
  const id = await nextId(tx, 'association_events')
  const { place } = await tx
    .selectFrom('associationEvents')
    .select(sql<number>`coalesce(max(place), 0)::int + 1`.as('place'))
    .where('associationId', '=', event.associationId)
    .executeTakeFirstOrThrow()
  const sealed = changes.length > 0 ? { changes: JSON.stringify(changes) } : {}
  await insertSealed(tx, vault, sealedAssociationEvents, { ...event, ...sealed, id, place })
}

const eventsOf = (db: Db, associationId: number) =>
  db.selectFrom('associationEvents').selectAll().where('associationId', '=', associationId)

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof eventsOf>['executeTakeFirst']>>>

/** Opens an entry; one that cannot be decrypted is returned without its sealed fields. */
async function open(vault: Vault, row: Row) {
  const { reason, changes, ...rest } = row
  const opened = await unlessDamaged(openSealed(vault, sealedAssociationEvents, row.id, { reason, changes }))
  return {
    ...rest,
    reason: opened?.reason ?? undefined,
    changes: JSON.parse(opened?.changes ?? '[]') as AssociationFieldChange[],
  }
}
export type StoredAssociationEvent = Awaited<ReturnType<typeof open>>

/** Pages of the history of an association, newest first. */
export const listAssociationEvents = defineList({
  order: byId('associationEvents.id'),
  rows: (db: Db, { associationId }: { readonly associationId: number; readonly vault: Vault }) =>
    eventsOf(db, associationId),
  open: (row, { vault }) => open(vault, row),
})

/** The entries of an association after an entry, newest first. */
export async function listEventsAfter(
  db: Db,
  vault: Vault,
  associationId: number,
  id: number,
): Promise<StoredAssociationEvent[]> {
  const found = await eventsOf(db, associationId).where('id', '>', id).orderBy('id', 'desc').execute()
  return Promise.all(found.map((row) => open(vault, row)))
}

/** An entry by its id. */
export async function findAssociationEvent(
  db: Db,
  vault: Vault,
  id: number,
): Promise<StoredAssociationEvent | undefined> {
  const row = await db.selectFrom('associationEvents').selectAll().where('id', '=', id).executeTakeFirst()
  return row && open(vault, row)
}

/** The newest entries of an association, newest first, without their sealed fields. */
export const listLastEvents = (db: Db, associationId: number) =>
  db
    .selectFrom('associationEvents')
    .select(['id', 'place', 'byUser', 'at', 'statusTo'])
    .where('associationId', '=', associationId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

/** The kinds, instants and statuses of all entries, oldest first. */
export const listSteps = (db: Db, associationIds: readonly number[]) =>
  db
    .selectFrom('associationEvents')
    .select(['associationId', 'kind', 'at', 'statusTo'])
    .where('associationId', 'in', associationIds)
    .orderBy('id')
    .execute()
