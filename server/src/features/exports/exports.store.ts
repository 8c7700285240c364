import type { FileFormat, FileKind, Role } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import { genuineRows } from '#platform/protection/claims.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { ownedExports, sealedExports } from './sealed-exports.ts'

/** What an export is about. */
export interface StoredExport {
  /** Id of the run. */
  readonly id: number
  readonly kind: FileKind
  readonly format: FileFormat
  /** The role in which the owner started it. */
  readonly role: Role
  readonly ownerId: number | null
  /** The file that it became. */
  readonly fileId: string | null
  /** The body of its start in wire format, as JSON. */
  readonly query: string
}

const columns = ['id', 'kind', 'format', 'role', 'ownerId', 'fileId', 'keyId', 'query', 'claims'] as const

export const insertExport = (tx: Db, vault: Vault, row: StoredExport) =>
  insertSealed(tx, vault, sealedExports, { ...row, claims: ownedExports.claimsOf(row) })

/** Notes the file that an export became. */
export async function writeExportFile(tx: Db, vault: Vault, stored: StoredExport, fileId: string): Promise<void> {
  const { id, query } = stored
  // Every sealed value of a row is under one key.
  const sealed = vault.seal(sealedExports, id, { query, claims: ownedExports.claimsOf({ ...stored, fileId }) })
  await tx
    .updateTable('exports')
    .set({ fileId, ...sealed })
    .where('id', '=', id)
    .execute()
}

/** The exports with these ids that the portal wrote. */
export async function listExportsById(db: Db, vault: Vault, ids: readonly number[]): Promise<StoredExport[]> {
  const rows = await db
    .selectFrom('exports')
    .select(columns)
    .where('id', 'in', [...ids, 0])
    .execute()
  const genuine = await genuineRows(vault, ownedExports, rows, ({ id }) => id)
  return Promise.all(
    genuine.map(async ({ claims: _claims, ...row }) => {
      const opened = await openSealed(vault, sealedExports, row.id, row)
      return { ...opened, query: opened.query ?? '{}' }
    }),
  )
}

export const findExport = async (db: Db, vault: Vault, id: number): Promise<StoredExport | undefined> =>
  (await listExportsById(db, vault, [id]))[0]
