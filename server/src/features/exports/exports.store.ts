import type { ExportFormat, ExportKind, Role } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { type SealedExport, sealedExports } from './sealed-exports.ts'

/** What an export is about, without its query. */
export interface ExportHead {
  /** Id of the run. */
  readonly id: number
  readonly kind: ExportKind
  readonly format: ExportFormat
  /** The role in which the owner started it. */
  readonly role: Role
}

const columns = ['id', 'kind', 'format', 'role'] as const

export const insertExport = (tx: Db, vault: Vault, row: ExportHead & SealedExport) =>
  insertSealed(tx, vault, sealedExports, row)

export const findExport = (db: Db, id: number): Promise<ExportHead | undefined> =>
  db.selectFrom('exports').select(columns).where('id', '=', id).executeTakeFirst()

export const listExportsById = (db: Db, ids: readonly number[]): Promise<ExportHead[]> =>
  db
    .selectFrom('exports')
    .select(columns)
    .where('id', 'in', [...ids, 0])
    .execute()

/** An export with its query. */
export async function getExport(db: Db, vault: Vault, id: number): Promise<ExportHead & SealedExport> {
  const row = await db
    .selectFrom('exports')
    .select([...columns, 'keyId', 'query'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const opened = await openSealed(vault, sealedExports, id, row)
  return { ...opened, query: opened.query ?? '{}' }
}
