import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Db } from '#platform/database/transaction.ts'
import { deleteFilesOfCases } from '#platform/files/files.store.ts'
import { emptySealed, listRowsOfCases } from '#platform/protection/sealed-rows.ts'
import type { AnySealedTable, KeptColumns, SealedTable } from '#platform/protection/sealed-table.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { lockWithPerson, markPseudonymised } from './pseudonymise.store.ts'

export interface Protection {
  readonly vault: Vault
  /** Every protected table; those that depend on a case are emptied with it. */
  readonly tables: readonly AnySealedTable[]
  readonly audit: AuditRecorder
}

/**
 * Removes the personal data of cases from every table that is declared to end with its case; the data of statistics stays. Skips
 * cases without personal data. Returns the number of cases.
 */
export async function pseudonymiseCases(
  tx: Db,
  { vault, tables, audit }: Protection,
  caseIds: readonly number[],
  at: Date,
): Promise<number> {
  const ids = await lockWithPerson(tx, caseIds)
  if (ids.length === 0) return 0
  const emptied: string[] = []
  for (const table of tables) {
    const { ends } = table
    if (!('withCase' in ends)) continue
    emptied.push(...table.sealed)
    if (ends.files) {
      await deleteFilesOfCases(tx, table, ends.withCase, ids)
      continue
    }
    const columns = { withCase: ends.withCase, columns: ends.keep?.from ?? [] }
    for (const row of await listRowsOfCases(tx, table, columns, ids))
      await emptySealed(tx, table, keyOf(table, row), ends.keep && (await statisticsOf(vault, table, row, ends.keep)))
  }
  await markPseudonymised(tx, ids, at)
  audit.record('case', ids, [...new Set(emptied)])
  return ids.length
}

const keyOf = (table: AnySealedTable, row: object) => (row as Record<string, number | string>)[table.key] ?? 0

/** The columns of a row that stay for statistics. A row that cannot be decrypted leaves none. */
async function statisticsOf(vault: Vault, table: AnySealedTable, row: object, keep: KeptColumns): Promise<object> {
  const clear = Object.entries(row).filter(([key]) => !table.sealed.includes(key))
  const plain = await unlessDamaged(vault.open(table as SealedTable<Record<string, unknown>>, keyOf(table, row), row))
  return keep.columns({ ...Object.fromEntries(clear), ...plain })
}
