import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed, updateSealed, withoutNulls } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

interface SealedTableOfFolder {
  /** The table as the newest check of the page wrote it, or with what was uploaded after it. */
  readonly written: string
  /** The table that was uploaded last. */
  readonly filled: string
}

export const sealedTransferTables = sealedTable<SealedTableOfFolder>()({
  table: 'transferTables',
  key: 'id',
  sealed: ['written', 'filled'],
  ends: { stay: 'what an old system calls the entries of its lists, for a repeated import' },
})

/** The table of correspondences of a folder, each text as CSV. */
export interface StoredTable {
  readonly written: string | null
  readonly filled: string | null
  readonly uploadedAt: Date | null
}

async function findRow(db: Db, vault: Vault, folder: string): Promise<(StoredTable & { id: number }) | undefined> {
  const row = await db
    .selectFrom('transferTables')
    .select(['id', 'keyId', 'written', 'filled', 'uploadedAt'])
    .where('folder', '=', folder)
    .executeTakeFirst()
  return row && openSealed(vault, sealedTransferTables, row.id, row)
}

/** The stored table of a folder, by its path. */
export const findTable = (db: Db, vault: Vault, folder: string): Promise<StoredTable | undefined> =>
  findRow(db, vault, folder)

/** Stores what changes of the table of a folder. */
export async function saveTable(tx: Db, vault: Vault, folder: string, change: Partial<StoredTable>): Promise<void> {
  const before = await findRow(tx, vault, folder)
  const { written, filled, uploadedAt } = { written: null, filled: null, uploadedAt: null, ...before, ...change }
  const plain = withoutNulls({ written, filled })
  if (before) await updateSealed(tx, vault, sealedTransferTables, before.id, plain, { uploadedAt }).execute()
  else
    await insertSealed(tx, vault, sealedTransferTables, {
      ...plain,
      id: await nextId(tx, 'transfer_tables'),
      folder,
      uploadedAt,
    })
}
