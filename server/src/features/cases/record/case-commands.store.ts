import type { CaseKey, CaseStatus, CaseValues } from '@portal/contract'
import { sql } from 'kysely'
import { sealedReports } from '#features/reports/index.ts'
import { invalidInput } from '#platform/app-error.ts'
import type { FieldCheck } from '#platform/database/field-check.ts'
import { defineStatement, type HoleOf } from '#platform/database/statement.ts'
import { together } from '#platform/database/together.ts'
import type { Db } from '#platform/database/transaction.ts'
import { sealedUpdates } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { namesOfAssignee, wholeCase } from '../cases.store.ts'
import { openOperator } from '../operator-names.ts'
import type { FoundCase } from './case-present.ts'
import { caseColumnOf, caseParametersOf, isReportColumn, reportRowOf, valuesOf } from './case-values.ts'

/** Locks the row of a case until the transaction ends. */
export const lockCaseRow = defineStatement((db, hole: HoleOf<{ id: number }>) =>
  db.selectFrom('cases').select('id').where('id', '=', hole('id')).forUpdate(),
)

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
  /** Of the choices among the values: sent with the change, which an error rolls back. */
  readonly check?: FieldCheck
}

/** Writes columns of a case, and draws the id of the entry in its history. */
const writeCase = defineStatement(
  (db, hole: HoleOf<Record<string, unknown> & { id: number }>, columns: readonly string[]) =>
    db
      .updateTable('cases')
      .set((eb) => ({
        ...Object.fromEntries(columns.map((column) => [column, hole(column)])),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', hole('id'))
      .returning(wholeCase)
      .returning(namesOfAssignee)
      .returning(sql<number>`nextval(pg_get_serial_sequence('case_events', 'id'))::int`.as('eventId')),
)

/** A case that was written. */
interface WrittenCase {
  readonly written: FoundCase
  /** The id for the entry in its history. */
  readonly eventId: number
}

/**
 * Writes what changed in a case and increments its version; `row` is the case until now, whose row is locked. Throws 400 for
 * choices that the check refuses.
 */
export async function updateCase(
  tx: Db,
  vault: Vault,
  row: FoundCase,
  { values, changed, move = {}, check }: CaseUpdate,
): Promise<WrittenCase> {
  const columns = changed.map(caseColumnOf)
  const stored = caseParametersOf(values).filter(([column]) => columns.includes(column))
  const fresh = { ...Object.fromEntries(stored), ...move }
  const { keyId, pinHash } = row
  const [before, after] = [valuesOf(row), values].map((each) => ({ ...reportRowOf(each), pinHash })) as [object, object]
  const inReport = changed.filter(isReportColumn)
  const updates =
    inReport.length > 0
      ? sealedUpdates(tx, vault, sealedReports, row.id, { keyId, before, after, changed: inReport })
      : []
  const write = writeCase.filled(tx, { ...fresh, id: row.id }, Object.keys(fresh))
  const checks = check?.statement ? [check.statement] : []
  const [[updated], ...others] = await together(tx, write, ...updates, ...checks)
  const fieldErrors = check?.errorsOf(check.statement ? (others.at(-1) ?? []) : []) ?? []
  if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
  if (!updated) throw new Error(`The case ${row.id} is gone while its row is locked.`)
  const { eventId, ...columnsNow } = updated
  return { written: { ...row, ...(await openOperator(vault, columnsNow)), ...after }, eventId }
}
