import type { CaseView } from '@portal/contract'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { type ClaimsTable, genuineRows } from '#platform/protection/claims.ts'
import { insertSealed, openUndamaged } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

/** Who sees a view. */
interface ViewClaims {
  readonly userId: number
  readonly view: CaseView
  readonly isShared: boolean
}

interface ViewTexts {
  readonly name: string
  /** The rest of the view, in wire format, as JSON. */
  readonly settings: string
}

interface SealedView extends ViewTexts {
  readonly claims: ViewClaims | null
}

export const sealedViews = sealedTable<SealedView>()({
  table: 'savedViews',
  key: 'id',
  sealed: ['name', 'settings', 'claims'],
  decisive: ['claims'],
  ends: { stay: 'an operator’s own go with the owner’s account; shared ones are lists of the office' },
})

export const viewsWithClaims: ClaimsTable<SealedView, ViewClaims> = {
  sealed: sealedViews,
  claimsOf: ({ userId, view, isShared }) => ({ userId, view, isShared }),
}

export interface StoredView extends ViewTexts, ViewClaims {
  readonly id: number
}

/** The saved views of a user and the shared ones, without those that cannot be decrypted or that the portal did not write. */
export async function listViews(db: Db, vault: Vault, userId: number): Promise<StoredView[]> {
  const rows = await db
    .selectFrom('savedViews')
    .select(['id', 'keyId', 'userId', 'view', 'isShared', 'name', 'settings', 'claims'])
    .where((where) => where.or([where('userId', '=', userId), where('isShared', '=', true)]))
    .orderBy('id')
    .execute()
  const genuine = await genuineRows(vault, viewsWithClaims, rows, ({ id }) => id)
  const opened = await openUndamaged(
    vault,
    sealedViews,
    genuine.map(({ claims: _claims, ...row }) => row),
  )
  return opened.flatMap((row) => (row.name && row.settings ? [{ ...row, name: row.name, settings: row.settings }] : []))
}

export async function insertView(tx: Db, vault: Vault, view: Omit<StoredView, 'id'>): Promise<void> {
  const id = await nextId(tx, 'saved_views')
  await insertSealed(tx, vault, sealedViews, { ...view, claims: viewsWithClaims.claimsOf(view), id })
}

/** Deletes the views of a user that are not shared. */
export const deleteOwnViews = (tx: Db, userId: number) =>
  tx.deleteFrom('savedViews').where('userId', '=', userId).where('isShared', '=', false).execute()

/** Deletes a view. */
export const deleteView = (tx: Db, id: number) => tx.deleteFrom('savedViews').where('id', '=', id).execute()
