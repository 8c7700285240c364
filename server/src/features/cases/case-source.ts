import type { CaseFilters, CaseValues, CaseView, ExportedCase } from '@portal/contract'
import { sql } from 'kysely'
import { sealedReports } from '#features/reports/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { fieldsOf, idArray, inOrderOf, openInTurns, type RecordSource } from '#platform/spreadsheets/record-source.ts'
import type { CaseNeeds } from './case-needs.ts'
import { dueOf } from './case-terms.rules.ts'
import { findIds } from './finding/find-cases.ts'
import { damagedName } from './operator-names.ts'
import { codeOf, type Present } from './record/case-present.ts'
import { presentOf } from './record/case-reading.ts'
import { type StoredCaseKey, selectionOf, valuesBy } from './record/case-values.ts'

/** The list of cases that a file is about; without a view every list that the reader may open. */
export interface CaseSelection {
  readonly view: CaseView | 'everywhere'
  readonly filters: CaseFilters
}

const facts = [
  'cases.id',
  'protocolYear',
  'protocolNumber',
  'cases.status',
  'createdAt',
  'insertedAt',
  'closedAt',
  'workedFrom',
  'statusSince',
  'assignedTo',
  'cases.unread',
  'cases.pseudonymisedAt',
] as const

/** Cases with the values of these fields alone, each under the name of its field. */
const rowsWith = (db: Db, keys: readonly StoredCaseKey[]) =>
  db.selectFrom('cases').leftJoin('reports', 'reports.caseId', 'cases.id').select(facts).select(keys.map(selectionOf))
type Row = Awaited<ReturnType<ReturnType<typeof rowsWith>['execute']>>[number]

/** The values of a row; of a damaged row each sealed one is marked as such. */
async function openValues(vault: Vault, row: Row, keys: readonly StoredCaseKey[]): Promise<CaseValues> {
  const opened: Readonly<Record<string, unknown>> | undefined = await unlessDamaged(
    vault.open(sealedReports, row.id, row),
  )
  return valuesBy(keys, row, (key) => {
    const stored = row[key]
    return Buffer.isBuffer(stored) ? (opened ? opened[key] : damagedName) : stored
  })
}

const present = (
  { tag, terms, today }: Present,
  row: Row,
  beside: Pick<ExportedCase, 'operator' | 'values'>,
): ExportedCase => ({
  id: row.id,
  code: codeOf(tag, row),
  status: row.status,
  unread: row.unread,
  createdAt: row.createdAt,
  insertedAt: row.insertedAt,
  closedAt: row.closedAt ?? undefined,
  pseudonymisedAt: row.pseudonymisedAt ?? undefined,
  dueOn: undefined,
  ...dueOf(row, terms, today),
  ...beside,
})

/** The cases of a list, for a file. */
export function createCaseSource(needs: CaseNeeds): RecordSource<CaseSelection, ExportedCase> {
  const { db, vault } = needs
  return {
    matching: (list, reader, selection) => findIds(needs, list, reader, selection),

    pages(columns) {
      const keys = fieldsOf(columns) as StoredCaseKey[]
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
