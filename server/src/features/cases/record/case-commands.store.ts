import type { CaseKey, CaseStatus, CaseValues } from '@portal/contract'
import type { Insertable } from 'kysely'
import { sealedReports } from '#features/reports/index.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { updateSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { wholeCase } from '../cases.store.ts'
import type { FoundCase } from './case-present.ts'
import { caseColumnOf, caseRowOf, isReportColumn, reportRowOf, valuesOf } from './case-values.ts'

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
}

/**
 * Writes what changed in a case and increments its version; `row` is the case until now, whose row is locked. Returns the case as
 * it is then; undefined where another operator works on it, whose name must be read.
 */
export async function updateCase(
  tx: Db,
  vault: Vault,
  row: FoundCase,
  { values, changed, move = {} }: CaseUpdate,
): Promise<FoundCase | undefined> {
  const columns = changed.map(caseColumnOf)
  const stored = Object.entries(caseRowOf(values)).filter(([column]) => columns.includes(column))
  const written = await tx
    .updateTable('cases')
    .set((eb) => ({ ...Object.fromEntries(stored), ...move, version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .returning(wholeCase)
    .executeTakeFirstOrThrow()
  const { keyId, pinHash } = row
  const [before, after] = [valuesOf(row), values].map((each) => ({ ...reportRowOf(each), pinHash })) as [object, object]
  const inReport = changed.filter(isReportColumn)
  if (inReport.length > 0)
    await updateSealed(tx, vault, sealedReports, row.id, { keyId, before, after, changed: inReport })
  return written.assignedTo === row.assignedTo ? { ...row, ...written, ...after } : undefined
}

/** Inserts a case that an operator enters; returns its id. */
export async function insertCase(tx: Db, row: Insertable<Tables['cases']>): Promise<number> {
  const { id } = await tx.insertInto('cases').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
