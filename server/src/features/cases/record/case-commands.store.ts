import type { CaseKey, CaseStatus, CaseValues } from '@portal/contract'
import type { Insertable } from 'kysely'
import { type SealedReport, sealedReports } from '#features/reports/index.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { writeTokens } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { caseRowOf, isFoundBy, isToldBeside, reportRowOf } from './case-values.ts'

/** Holds a case as it is until the transaction ends. */
export const lockCaseRow = (tx: Db, id: number) =>
  tx.selectFrom('cases').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

/** What an action changes of a case beside its values. */
export interface CaseMove {
  readonly status: CaseStatus
  readonly assignedTo: number | null
  readonly statusSince?: Date
  readonly workedFrom?: Date
  readonly closedAt?: Date | null
  readonly closingProposedAt: Date | null
}

interface CaseWriting {
  readonly values: CaseValues
  /** The fields of which the values changed. */
  readonly changed: readonly CaseKey[]
  readonly move?: Partial<CaseMove>
  readonly pinHash: string | undefined
}

/** Writes what has changed of a case, under the next version. */
export async function updateCase(
  tx: Db,
  vault: Vault,
  id: number,
  { values, changed, move = {}, pinHash }: CaseWriting,
): Promise<void> {
  await tx
    .updateTable('cases')
    .set((eb) => ({ ...caseRowOf(values), ...move, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  if (!changed.some(isToldBeside)) return
  const row = reportRowOf(values)
  // The whole row is sealed, the digest of the pin with it: it is not the office's, and stays.
  const sealed = vault.seal(sealedReports, id, { ...row, pinHash } as Partial<SealedReport>)
  await tx
    .updateTable('reports')
    .set({ ...row, ...sealed } as never)
    .where('caseId', '=', id)
    .execute()
  if (changed.some(isFoundBy)) await writeTokens(tx, vault, sealedReports, id, row)
}

/** Writes a case as it is entered; gives its id. */
export async function insertCase(tx: Db, row: Insertable<Tables['cases']>): Promise<number> {
  const { id } = await tx.insertInto('cases').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
