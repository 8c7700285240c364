import { findReport } from '#features/reports/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { AnySealedTable, SealedTable } from '#platform/protection/sealed-table.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import { listByTokens, listUserIds, type StoredRow } from './subject.store.ts'

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
  /** Records that are of them alone, by the table that has them. */
  readonly records: readonly { readonly table: AnySealedTable; readonly ids: readonly number[] }[]
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
  return {
    caseIds: [...ids].sort((a, b) => a - b),
    userIds: taxCode ? await listUserIds(db, tokens) : [],
    records: taxCode ? await findRecords(search, taxCode) : [],
  }
}

async function findCasesByTaxCode(search: Search, taxCode: string): Promise<number[]> {
  const ids: number[] = []
  for (const { table, withCase } of tablesOfCase(search.tables))
    for (const row of await rowsWithCode(search, table, [withCase], taxCode)) ids.push(Number(row[withCase]))
  return ids
}

/** The tables each row of which is of one person, and goes with their right to be forgotten. */
const tablesOfSubject = (tables: readonly AnySealedTable[]) =>
  tables.filter(({ ends }) => 'isOfSubject' in ends && ends.isOfSubject)

async function findRecords(search: Search, taxCode: string): Promise<Found['records']> {
  const found = tablesOfSubject(search.tables).map(async (table) => ({
    table,
    ids: (await rowsWithCode(search, table, [], taxCode)).map((row) => Number(row[table.key])),
  }))
  return (await Promise.all(found)).filter(({ ids }) => ids.length > 0)
}

/** The rows of a table that hold the code. */
async function rowsWithCode(
  { db, vault }: Search,
  table: AnySealedTable,
  columns: readonly string[],
  taxCode: string,
): Promise<StoredRow[]> {
  const fields = codeFieldsOf(table)
  if (fields.length === 0) return []
  const groups = vault.find(anyTable(table), fields, taxCode)
  const rows = await listByTokens(db, table, [...columns, ...fields], groups)
  const held = await Promise.all(rows.map((row) => holds(vault, table, row, taxCode)))
  return rows.filter((_row, index) => held[index])
}

/** Whether the row has the very code. One that was damaged is taken for the person's: its token says that it is. */
async function holds(vault: Vault, table: AnySealedTable, row: Values, code: string): Promise<boolean> {
  const plain = await unlessDamaged(vault.open(anyTable(table), row[table.key] as number, row))
  return plain === undefined || codeFieldsOf(table).some((field) => sameCode(plain[field], code))
}
