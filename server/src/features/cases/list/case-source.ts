import type { CaseFilters, CaseKey, CaseValues, CaseView, ExportedCase } from '@portal/contract'
import { sql } from 'kysely'
import { sealedReports } from '#features/reports/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { fieldsOf, idArray, inOrderOf, openInTurns, type RecordSource } from '#platform/sheets/record-source.ts'
import { dueOf } from '../case-terms.rules.ts'
import { damagedName } from '../cases.store.ts'
import { codeOf, type Present } from '../record/case-present.ts'
import { type CaseNeeds, presentOf } from '../record/case-reading.ts'
import { caseColumnOf, isReportColumn } from '../record/case-values.ts'
import type { createCaseLists } from './case-listing.ts'

/** The list of cases that a file is about; without a view every list that the reader may open. */
export interface CaseSelection {
  readonly view: CaseView | 'everywhere'
  readonly filters: CaseFilters
}

const facts = [
  ...(['cases.id', 'protocolYear', 'protocolNumber', 'cases.status', 'createdAt', 'insertedAt', 'closedAt'] as const),
  ...(['workedFrom', 'statusSince', 'assignedTo', 'cases.unread', 'cases.pseudonymisedAt'] as const),
] as const

/** Cases with the columns of these fields alone. */
const rowsWith = (db: Db, keys: readonly CaseKey[]) =>
  db
    .selectFrom('cases')
    .leftJoin('reports', 'reports.caseId', 'cases.id')
    .select(facts)
    .select(keys.map((key) => (isReportColumn(key) ? `reports.${key}` : `cases.${caseColumnOf(key)}`)) as never[])
type Row = Awaited<ReturnType<ReturnType<typeof rowsWith>['execute']>>[number]

/** The values of a row; of a damaged row each sealed one is marked as such. */
async function openValues(vault: Vault, row: Row, keys: readonly CaseKey[]): Promise<CaseValues> {
  const opened = await unlessDamaged(vault.open(sealedReports, row.id, row))
  const stored = row as unknown as Readonly<Record<string, unknown>>
  const values: Record<string, unknown> = {}
  for (const key of keys) {
    const value = stored[caseColumnOf(key)]
    if (value === null || value === undefined || (row.pseudonymisedAt && key === 'eventDate')) continue
    values[key] = Buffer.isBuffer(value) ? (opened ? opened[key as keyof typeof opened] : damagedName) : value
  }
  return values
}

const present = (
  { tag, terms, today }: Present,
  row: Row,
  beside: Pick<ExportedCase, 'operator' | 'values'>,
): ExportedCase => ({
  ...{ id: row.id, code: codeOf(tag, row), status: row.status, unread: row.unread },
  ...{ createdAt: row.createdAt, insertedAt: row.insertedAt },
  closedAt: row.closedAt ?? undefined,
  pseudonymisedAt: row.pseudonymisedAt ?? undefined,
  ...{ dueOn: undefined, ...dueOf(row, terms, today) },
  ...beside,
})

/** The cases of a list, for a file. */
export function createCaseSource(
  needs: CaseNeeds,
  { caseIds }: Pick<ReturnType<typeof createCaseLists>, 'caseIds'>,
): RecordSource<CaseSelection, ExportedCase> {
  const { db, vault } = needs
  return {
    matching: ({ view, filters }, reader, selection) => caseIds(filters, { view }, reader, selection),

    pages(columns) {
      const keys = fieldsOf(columns) as CaseKey[]
      const of = presentOf(needs)
      const operatorOf = operatorNames(needs)
      return async (ids) => {
        const stored = await rowsWith(db, keys)
          .where(sql<boolean>`cases.id = any(${idArray(ids)})`)
          .execute()
        const nameOf = await operatorOf(stored)
        const opened = await openInTurns(stored, async (row) =>
          present(of, row, { operator: nameOf(row), values: await openValues(vault, row, keys) }),
        )
        return inOrderOf(ids, opened)
      }
    },
  }
}

/** The names of the operators of rows; each is read once. */
function operatorNames({ db, vault }: Pick<CaseNeeds, 'db' | 'vault'>) {
  const known = new Map<number, string>()
  return async (rows: readonly Row[]) => {
    const unknown = new Set(rows.flatMap(({ assignedTo: id }) => (id === null || known.has(id) ? [] : id)))
    for (const [id, name] of await namesOf(db, vault, [...unknown])) known.set(id, name)
    return ({ assignedTo: id }: Row) => (id === null ? undefined : (known.get(id) ?? damagedName))
  }
}
