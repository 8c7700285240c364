import type { ExportKind, NewExportTemplate } from '@portal/contract'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openUndamaged } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

interface SealedTemplate {
  readonly name: string
}

export const sealedTemplates = sealedTable<SealedTemplate>()({
  table: 'exportTemplates',
  key: 'id',
  sealed: ['name'],
  ends: { stay: 'an operator’s own; they go when their owner deletes them, and with the owner’s account' },
})

export interface StoredTemplate {
  readonly id: number
  readonly kind: ExportKind
  readonly name: string
  readonly columns: string[]
}

/** The templates of a user, without those that cannot be decrypted. */
export async function listTemplates(db: Db, vault: Vault, userId: number): Promise<StoredTemplate[]> {
  const rows = await db
    .selectFrom('exportTemplates')
    .select(['id', 'keyId', 'kind', 'name', 'columns'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  const opened = await openUndamaged(vault, sealedTemplates, rows)
  return opened.flatMap((row) => (row.name ? [{ ...row, name: row.name }] : []))
}

export async function insertTemplate(tx: Db, vault: Vault, userId: number, template: NewExportTemplate): Promise<void> {
  await insertSealed(tx, vault, sealedTemplates, { ...template, userId, id: await nextId(tx, 'export_templates') })
}

/** Deletes a template of a user; returns whether there was one. */
export async function deleteTemplateOf(tx: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('exportTemplates')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteTemplatesOf = (tx: Db, userId: number) =>
  tx.deleteFrom('exportTemplates').where('userId', '=', userId).execute()
