import { profiles, type RegistryKind, type RegistryLinkKey, registryLinks } from '@portal/contract'
import { asCode, kindsOfRecord } from '#features/registry/index.ts'
import { findReport, sealedReports } from '#features/reports/index.ts'
import type { AnyRow } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { AnySealedTable, SealedTable } from '#platform/protection/sealed-table.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import { type Relation, relationsBy } from './relations.rules.ts'
import {
  type LinkedCase,
  listByTokens,
  listLinkedCases,
  listNamedElsewhere,
  listStored,
  listUserIds,
} from './subject.store.ts'

/** The person whom a request is about. */
export interface Subject {
  /** Tax code or VAT number. */
  readonly taxCode?: string | undefined
  readonly reportCode?: string | undefined
}

/** The data of a person: ids of cases, accounts and records. */
export interface Found {
  readonly caseIds: readonly number[]
  readonly userIds: readonly number[]
  /** Records that concern only this person, by table. */
  readonly records: readonly { readonly table: AnySealedTable; readonly ids: readonly number[] }[]
}

export interface Search {
  readonly db: Db
  readonly vault: Vault
  /** Every protected table; those that depend on a case are searched. */
  readonly tables: readonly AnySealedTable[]
  /** Prefix of public codes. */
  readonly productTag: string
}

type Values = Readonly<Record<string, unknown>>

/** A protected table whose fields are known only by name. */
export const anyTable = (table: AnySealedTable) => table as SealedTable<Record<string, unknown>>

/** The tables that depend on a case, each with the column of the case id. */
const tablesOfCase = (tables: readonly AnySealedTable[]) =>
  tables.flatMap((table) => ('withCase' in table.ends ? [{ table, withCase: table.ends.withCase }] : []))

/** The sealed fields of a table that hold a tax code or VAT number. */
const codeFieldsOf = ({ tokens }: AnySealedTable) =>
  Object.entries(tokens?.of ?? {}).flatMap(([field, held]) => (held === 'code' ? [field] : []))

const sameCode = (value: unknown, code: string) => asCode(String(value)) === code

/** Finds every case, account and record of a person, by tax code and by report code; with `covered` only those cases. */
export async function findSubject(search: Search, subject: Subject, covered?: readonly number[]): Promise<Found> {
  const { db, vault } = search
  const { taxCode } = subject
  const caseIds = covered ?? (await findCases(search, subject))
  const tokens = taxCode ? vault.uniqueTokens(sealedUsers, 'taxCode', taxCode) : []
  return {
    caseIds,
    userIds: taxCode ? await listUserIds(db, tokens) : [],
    records: mergeRecords([
      ...(taxCode ? await findRecords(search, taxCode) : []),
      ...(await findLinkedRecords(search, subject, caseIds)),
    ]),
  }
}

async function findCases(search: Search, { taxCode, reportCode }: Subject): Promise<number[]> {
  const report = reportCode && (await findReport(search, reportCode))
  const ids = taxCode ? await findCasesByTaxCode(search, taxCode) : []
  return [...new Set([...(report ? [report.caseId] : []), ...ids])].sort((a, b) => a - b)
}

async function findCasesByTaxCode(search: Search, taxCode: string): Promise<number[]> {
  const ids: number[] = []
  for (const { table, withCase } of tablesOfCase(search.tables))
    for (const row of await rowsWithCode(search, table, [withCase], taxCode)) ids.push(Number(row[withCase]))
  return ids
}

/** The tables whose rows concern one person each and are deleted by their right to erasure. */
const tablesOfSubject = (tables: readonly AnySealedTable[]) =>
  tables.filter(({ ends }) => 'isOfSubject' in ends && ends.isOfSubject)

/** Finds the records that contain the tax code. */
export async function findRecords(search: Search, taxCode: string): Promise<Found['records']> {
  const found = tablesOfSubject(search.tables).map(async (table) => ({
    table,
    ids: (await rowsWithCode(search, table, [], taxCode)).map((row) => Number(row[table.key])),
  }))
  return (await Promise.all(found)).filter(({ ids }) => ids.length > 0)
}

/** Merges records by table, without duplicates. */
const mergeRecords = (records: Found['records']): Found['records'] =>
  [...new Set(records.map(({ table }) => table))].map((table) => ({
    table,
    ids: [...new Set(records.flatMap((record) => (record.table === table ? record.ids : [])))],
  }))

/**
 * Finds the registry records that cases link as the person, with or without a code of their own. Leaves out a record that a case
 * outside `covered` links too, because it belongs to that case as well, and a record with the code of another person, so that a
 * wrong link discloses no data of others.
 */
export async function findLinkedRecords(
  search: Search,
  subject: Subject,
  caseIds: readonly number[],
  covered = caseIds,
): Promise<Found['records']> {
  const report = subject.reportCode ? await findReport(search, subject.reportCode) : undefined
  const cases = await listLinkedCases(search.db, caseIds)
  const links = await Promise.all(
    cases.map((row) => linksTo(search.vault, row, { ...subject, caseId: report?.caseId })),
  )
  const records: Found['records'][number][] = []
  for (const kind of Object.keys(kindsOfRecord) as RegistryKind[]) {
    const { sealed: table, code } = kindsOfRecord[kind]
    const own = await matchingRecords(
      search,
      table,
      code,
      links.flat().filter((link) => link.kind === kind),
    )
    const others = await listNamedElsewhere(search.db, kind, own, covered)
    const ids = own.filter((id) => !others.includes(id))
    if (ids.length > 0) records.push({ table, ids })
  }
  return records
}

type SubjectKeys = Pick<Subject, 'taxCode'> & { readonly caseId: number | undefined }

const codesOf = (vault: Vault, { id, reporterTaxCode, organisationVat, victimTaxCode }: LinkedCase) =>
  unlessDamaged(vault.open(sealedReports, id, { reporterTaxCode, organisationVat, victimTaxCode }))

const isCodeOf = (taxCode: string | undefined) => (code: string | undefined) =>
  taxCode !== undefined && code !== undefined && sameCode(code, taxCode)

const relationsOf = (
  { id, profile }: LinkedCase,
  codes: Awaited<ReturnType<typeof codesOf>>,
  { taxCode, caseId }: SubjectKeys,
) =>
  relationsBy(
    {
      reporter: [codes?.reporterTaxCode, codes?.organisationVat],
      victim: codes?.victimTaxCode,
      isReporterVictim: profile === profiles.victim,
    },
    { isByReport: id === caseId, isTheirs: isCodeOf(taxCode) },
  )

/** The relations of the person to each case; none where the codes of the case cannot be decrypted. */
export async function findRelations(
  search: Search,
  subject: Subject,
  caseIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Relation[]>> {
  const report = subject.reportCode ? await findReport(search, subject.reportCode) : undefined
  const cases = await listLinkedCases(search.db, caseIds)
  const keys = { taxCode: subject.taxCode, caseId: report?.caseId }
  const found = cases.map(async (row) => [row.id, relationsOf(row, await codesOf(search.vault, row), keys)] as const)
  return new Map(await Promise.all(found))
}

interface Link {
  readonly kind: RegistryKind
  readonly id: number
  /** The code that the case has for the linked person; undefined where it has none. */
  readonly code: string | undefined
}

/** The registry links of a case to the person: as reporter, by report code or by tax code, and as victim. */
async function linksTo(
  vault: Vault,
  row: LinkedCase,
  { taxCode, caseId }: Subject & { readonly caseId: number | undefined },
): Promise<Link[]> {
  const codes = await codesOf(vault, row)
  const isTheirs = isCodeOf(taxCode)
  const isByReport = row.id === caseId
  const roles = relationsOf(row, codes, { taxCode, caseId })
  const reporterCode = codes?.reporterTaxCode ?? taxCode
  const found: Record<RegistryLinkKey, { readonly isTheirs: boolean; readonly code: string | undefined }> = {
    reporterPersonId: { isTheirs: isByReport || isTheirs(codes?.reporterTaxCode), code: reporterCode },
    reporterOrganisationId: { isTheirs: isByReport || isTheirs(codes?.organisationVat), code: codes?.organisationVat },
    victimPersonId: {
      isTheirs: roles.includes('victim'),
      code: codes?.victimTaxCode ?? reporterCode,
    },
  }
  return (Object.keys(found) as RegistryLinkKey[]).flatMap((key) => {
    const id = row[key]
    return id === null || !found[key].isTheirs ? [] : [{ kind: registryLinks[key], id, code: found[key].code }]
  })
}

/** The ids of linked records, without those whose code differs from the code in the case. */
async function matchingRecords(
  { db, vault }: Search,
  table: AnySealedTable,
  codeField: string,
  links: readonly Link[],
): Promise<number[]> {
  const ids = [...new Set(links.map(({ id }) => id))]
  const rows = await listStored(db, table, [codeField], ids)
  const isOther = async (row: AnyRow) => {
    const id = Number(row[table.key])
    const own = (await unlessDamaged(vault.open(anyTable(table), id, row)))?.[codeField]
    const codes = links.flatMap((link) => (link.id === id && link.code !== undefined ? link.code : []))
    return Boolean(own) && codes.length > 0 && !codes.some((code) => sameCode(own, asCode(code)))
  }
  const judged = await Promise.all(rows.map(async (row) => ((await isOther(row)) ? [] : Number(row[table.key]))))
  return judged.flat()
}

/** The rows of a table that contain the code. */
async function rowsWithCode(
  { db, vault }: Search,
  table: AnySealedTable,
  columns: readonly string[],
  taxCode: string,
): Promise<AnyRow[]> {
  const fields = codeFieldsOf(table)
  if (fields.length === 0) return []
  const groups = vault.find(anyTable(table), fields, taxCode)
  const rows = await listByTokens(db, table, [...columns, ...fields], groups)
  const held = await Promise.all(rows.map((row) => holds(vault, table, row, taxCode)))
  return rows.filter((_row, index) => held[index])
}

/** Whether a row contains exactly this code. A damaged row counts as a match, because its search token matched. */
async function holds(vault: Vault, table: AnySealedTable, row: Values, code: string): Promise<boolean> {
  const plain = await unlessDamaged(vault.open(anyTable(table), row[table.key] as number, row))
  return plain === undefined || codeFieldsOf(table).some((field) => sameCode(plain[field], code))
}
