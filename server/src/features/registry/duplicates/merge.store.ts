import type { RegistryKind } from '@portal/contract'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { KindOfRecord } from '../registry.kinds.ts'
import { anyTable } from '../registry.store.ts'
import { type MergeMemory, sealedMerges } from '../sealed-persons.ts'

interface NewMerge {
  readonly kind: RegistryKind
  readonly keptId: number
  readonly mergedId: number
  readonly at: Date
  readonly byUser: number
  readonly before: MergeMemory
}

export async function insertMerge(tx: Db, vault: Vault, merge: NewMerge): Promise<number> {
  const id = await nextId(tx, 'registry_merges')
  await insertSealed(tx, vault, sealedMerges, { ...merge, id })
  return id
}

/** A merge that was not undone, with what its undo needs. Its row is locked until the transaction ends. */
export async function findMerge(tx: Db, vault: Vault, id: number) {
  const row = await tx
    .selectFrom('registryMerges')
    .selectAll()
    .where('id', '=', id)
    .where('undoneAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && openSealed(vault, sealedMerges, id, row)
}

export const endMerge = (tx: Db, id: number, at: Date) =>
  tx.updateTable('registryMerges').set({ undoneAt: at, before: null }).where('id', '=', id).execute()

/** The merges of a record that can still be undone, by id. */
export async function listUndoable(db: Db, kind: RegistryKind, keptId: number): Promise<Map<number, Date>> {
  const rows = await db
    .selectFrom('registryMerges')
    .select(['id', 'at'])
    .where('kind', '=', kind)
    .where('keptId', '=', keptId)
    .where('undoneAt', 'is', null)
    .execute()
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/**
 * Takes a record out of every list and search; it keeps its values, but not a code that the other record takes: the encryption batch
 * would write its unique token again.
 */
export async function hideRecord(
  tx: Db,
  kind: KindOfRecord,
  {
    id,
    into,
    at,
    givesCode,
  }: { readonly id: number; readonly into: number; readonly at: Date; readonly givesCode: boolean },
): Promise<void> {
  await tx
    .updateTable(kind.table as 'naturalPersons')
    .set((eb) => ({
      mergedInto: into,
      mergedAt: at,
      version: eb('version', '+', 1),
      ...(givesCode && { [kind.code]: null, [kind.codeColumn]: null }),
    }))
    .where('id', '=', id)
    .execute()
  await tx
    .deleteFrom(kind.sealed.tokens.table as 'naturalPersonTokens')
    .where('id', '=', id)
    .execute()
  // What was merged into it belongs to the other one now, with its history.
  await tx
    .updateTable(kind.table as 'naturalPersons')
    .set({ mergedInto: into })
    .where('mergedInto', '=', id)
    .execute()
}

/** Restores a merged record, and what had been merged into it before. */
export async function showRecord(tx: Db, kind: KindOfRecord, name: RegistryKind, id: number): Promise<void> {
  const own = tx
    .selectFrom('registryMerges')
    .select('mergedId')
    .where('kind', '=', name)
    .where('keptId', '=', id)
    .where('undoneAt', 'is', null)
  await tx
    .updateTable(kind.table as 'naturalPersons')
    .set({ mergedInto: id })
    .where('mergedInto', 'is not', null)
    .where('id', 'in', own)
    .execute()
  await tx
    .updateTable(kind.table as 'naturalPersons')
    .set({ mergedInto: null, mergedAt: null })
    .where('id', '=', id)
    .execute()
}

/** A record that is merged into another one; its row is locked until the transaction ends. */
export async function findMergedRow(tx: Db, vault: Vault, kind: KindOfRecord, id: number) {
  const row = await tx
    .selectFrom(kind.table as 'naturalPersons')
    .selectAll()
    .where('id', '=', id)
    .where('mergedInto', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row && openSealed(vault, anyTable(kind), id, row)
}
