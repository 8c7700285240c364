import type { CaseView } from '@portal/contract'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'

export interface SealedView {
  readonly name: string
  /** The rest of the view, in wire format, as JSON. */
  readonly settings: string
}

export const sealedViews = sealedTable<SealedView>()({
  table: 'savedViews',
  key: 'id',
  sealed: ['name', 'settings'],
  ends: { stay: 'an operator’s own; they go when their owner deletes them, and with the owner’s account' },
})

export interface StoredView extends SealedView {
  readonly id: number
  readonly view: CaseView
  readonly userId: number
  readonly isShared: boolean
}

/** The saved views of a user and the shared ones, without those that cannot be decrypted. */
export async function listViews(db: Db, vault: Vault, userId: number): Promise<StoredView[]> {
  const rows = await db
    .selectFrom('savedViews')
    .select(['id', 'keyId', 'userId', 'view', 'isShared', 'name', 'settings'])
    .where((where) => where.or([where('userId', '=', userId), where('isShared', '=', true)]))
    .orderBy('id')
    .execute()
  const opened = await Promise.all(rows.map((row) => unlessDamaged(openSealed(vault, sealedViews, row.id, row))))
  return opened.flatMap((row) =>
    row?.name && row.settings ? [{ ...row, name: row.name, settings: row.settings }] : [],
  )
}

export async function insertView(tx: Db, vault: Vault, view: Omit<StoredView, 'id'>): Promise<void> {
  await insertSealed(tx, vault, sealedViews, { ...view, id: await nextId(tx, 'saved_views') })
}

export const deleteViewsOf = (tx: Db, userId: number) =>
  tx.deleteFrom('savedViews').where('userId', '=', userId).execute()

/** Deletes a view. */
export const deleteView = (tx: Db, id: number) => tx.deleteFrom('savedViews').where('id', '=', id).execute()
