import type { CaseKey, CaseStatus, CaseValues } from '@portal/contract'
import type { Insertable } from 'kysely'
import { type SealedReport, sealedReports } from '#features/reports/index.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { writeTokens } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { caseRowOf, isReportColumn, isSearchable, reportRowOf } from './case-values.ts'

/** Locks the row of a case until the transaction ends. */
export const lockCaseRow = (tx: Db, id: number) =>
  tx.selectFrom('cases').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

/** The columns that an action changes besides the values of the form. */
export interface CaseMove {
  readonly status: CaseStatus
  readonly assignedTo: number | null
  readonly statusSince?: Date
  readonly workedFrom?: Date
  readonly closedAt?: Date | null
  readonly closingProposedAt: Date | null
}

interface CaseUpdate {
  readonly values: CaseValues
  /** The fields whose values changed. */
  readonly changed: readonly CaseKey[]
  readonly move?: Partial<CaseMove>
  readonly pinHash: string | undefined
}

/** Writes the changes of a case and increments its version. */
export async function updateCase(
  tx: Db,
  vault: Vault,
  id: number,
  { values, changed, move = {}, pinHash }: CaseUpdate,
): Promise<void> {
  await tx
    .updateTable('cases')
    .set((eb) => ({ ...caseRowOf(values), ...move, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  if (!changed.some(isReportColumn)) return
  const row = reportRowOf(values)
  // Sealing covers the whole row, so the digest of the reporter's PIN must be sealed again unchanged.
  const sealed = vault.seal(sealedReports, id, { ...row, pinHash } as Partial<SealedReport>)
  await tx
    .updateTable('reports')
    .set({ ...row, ...sealed } as never)
    .where('caseId', '=', id)
    .execute()
  if (changed.some(isSearchable)) await writeTokens(tx, vault, sealedReports, id, row)
}

/** Inserts a case that an operator enters; returns its id. */
export async function insertCase(tx: Db, row: Insertable<Tables['cases']>): Promise<number> {
  const { id } = await tx.insertInto('cases').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
