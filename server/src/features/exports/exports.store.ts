import type { FileFormat, FileKind, Role } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { type SealedExport, sealedExports } from './sealed-exports.ts'

/** What an export is about. */
export interface StoredExport extends SealedExport {
  /** Id of the run. */
  readonly id: number
  readonly kind: FileKind
  readonly format: FileFormat
  /** The role in which the owner started it. */
  readonly role: Role
}

const columns = ['id', 'kind', 'format', 'role', 'keyId', 'query'] as const

export const insertExport = (tx: Db, vault: Vault, row: StoredExport) => insertSealed(tx, vault, sealedExports, row)

export async function listExportsById(db: Db, vault: Vault, ids: readonly number[]): Promise<StoredExport[]> {
  const rows = await db
    .selectFrom('exports')
    .select(columns)
    .where('id', 'in', [...ids, 0])
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const opened = await openSealed(vault, sealedExports, row.id, row)
      return { ...opened, query: opened.query ?? '{}' }
    }),
  )
}

export const findExport = async (db: Db, vault: Vault, id: number): Promise<StoredExport | undefined> =>
  (await listExportsById(db, vault, [id]))[0]
