import { findReport } from '#features/reports/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { AnySealedTable, SealedTable } from '#platform/protection/sealed-table.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import { listByTokens, listUserIds } from './subject.store.ts'

/** Whom a request is about. */
export interface Subject {
  /** Tax code or VAT number. */
  readonly taxCode?: string | undefined
  readonly reportCode?: string | undefined
}

/** What there is of somebody. */
export interface Found {
  readonly caseIds: readonly number[]
  readonly userIds: readonly number[]
}

export interface Search {
  readonly db: Db
  readonly vault: Vault
  /** Every protected table: those that hang on a case are searched. */
  readonly tables: readonly AnySealedTable[]
  /** What public codes begin with. */
  readonly productTag: string
}

type Values = Readonly<Record<string, unknown>>
/** A protected table whose fields are known only by name. */
export const anyTable = (table: AnySealedTable) => table as SealedTable<Record<string, unknown>>

/** The tables that hang on a case, each with the column that has its id. */
export const tablesOfCase = (tables: readonly AnySealedTable[]) =>
  tables.flatMap((table) => ('withCase' in table.ends ? [{ table, withCase: table.ends.withCase }] : []))

/** The sealed fields of a table that hold a tax code or VAT number. */
const codeFieldsOf = ({ tokens }: AnySealedTable) =>
  Object.entries(tokens?.of ?? {}).flatMap(([field, held]) => (held === 'code' ? [field] : []))

const compact = (value: unknown) => String(value).replace(/\s/g, '')
const sameCode = (value: unknown, code: string) => compact(value).toUpperCase() === code

/** Every case and account of a person, by tax code and by report code. */
export async function findSubject(search: Search, subject: Subject): Promise<Found> {
  const { db, vault } = search
  const { taxCode, reportCode } = subject
  const ids = new Set<number>()
  const report = reportCode && (await findReport(search, reportCode))
  if (report) ids.add(report.caseId)
  if (taxCode) for (const id of await findCasesByTaxCode(search, taxCode)) ids.add(id)
  const tokens = taxCode ? vault.uniqueTokens(sealedUsers, 'taxCode', taxCode) : []
  return { caseIds: [...ids].sort((a, b) => a - b), userIds: taxCode ? await listUserIds(db, tokens) : [] }
}

async function findCasesByTaxCode({ db, vault, tables }: Search, taxCode: string): Promise<number[]> {
  const ids: number[] = []
  for (const { table, withCase } of tablesOfCase(tables)) {
    const fields = codeFieldsOf(table)
    if (fields.length === 0) continue
    const groups = vault.find(anyTable(table), fields, taxCode)
    for (const row of await listByTokens(db, table, [withCase, ...fields], groups))
      if (await holds(vault, table, row, taxCode)) ids.push(Number(row[withCase]))
  }
  return ids
}

/** Whether the row has the very code. One that was damaged is taken for the person's: its token says that it is. */
async function holds(vault: Vault, table: AnySealedTable, row: Values, code: string): Promise<boolean> {
  const plain = await unlessDamaged(vault.open(anyTable(table), row[table.key] as number, row))
  return plain === undefined || codeFieldsOf(table).some((field) => sameCode(plain[field], code))
}
