import {
  type CaseStatus,
  pendingStatuses,
  type RegistryKind,
  type RegistryLinkKey,
  registryLinks,
} from '@portal/contract'
import { sql } from 'kysely'
import { kindsOfRecord } from '#features/registry/index.ts'
import { type AnyRow, anyTable } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { type AnySealedTable, columnName } from '#platform/protection/sealed-table.ts'

/** Rows of a protected table whose tokens meet every group. */
export async function listByTokens(
  db: Db,
  { table, key, tokens }: AnySealedTable,
  columns: readonly string[],
  groups: readonly (readonly string[])[],
): Promise<AnyRow[]> {
  if (!tokens || groups.length === 0) return []
  const meets = groups.map((group) => sql`tokens && ${`{${group.join()}}`}::bigint[]`)
  const found = sql`(select id from ${sql.table(columnName(tokens.table))} where ${sql.join(meets, sql` and `)})`
  return anyTable(db)
    .selectFrom(table)
    .select([...new Set([key, ...columns])])
    .where(sql<boolean>`${sql.ref(columnName(key))} in ${found}`)
    .execute()
}

export const listUserIds = async (db: Db, taxCodeTokens: readonly string[]): Promise<number[]> =>
  (await db.selectFrom('users').select('id').where('taxCodeToken', 'in', taxCodeTokens).execute()).map(({ id }) => id)

export const listUsers = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? [] : db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id').execute()

/** Cases by id, oldest first. */
export const listCasesById = async (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? [] : db.selectFrom('cases').selectAll().where('id', 'in', ids).orderBy('id').execute()

export const isBeingWorkedOn = (status: CaseStatus) => pendingStatuses.some((pending) => pending === status)

/** Rows of a protected table by their keys, oldest first. */
export const listRecords = async (db: Db, { table, key }: AnySealedTable, ids: readonly number[]): Promise<AnyRow[]> =>
  anyTable(db)
    .selectFrom(table)
    .selectAll()
    .where(sql<boolean>`${sql.ref(columnName(key))} = any(${`{${ids.join()}}`}::int[])`)
    .orderBy(key)
    .execute()

/** Deletes rows of a protected table; references to them in other tables become empty. */
export const deleteRecords = (tx: Db, { table, key }: AnySealedTable, ids: readonly number[]) =>
  sql`delete from ${sql.table(columnName(table))} where ${sql.ref(columnName(key))} = any(${`{${ids.join()}}`}::int[])`.execute(
    tx,
  )

/** Columns of some rows of a protected table, still encrypted. */
export const listStored = async (
  db: Db,
  { table, key }: AnySealedTable,
  columns: readonly string[],
  ids: readonly number[],
): Promise<AnyRow[]> =>
  ids.length === 0
    ? []
    : anyTable(db)
        .selectFrom(table)
        .select([key, ...columns])
        .where(key, 'in', ids)
        .execute()

/** The kind of the records of a registry table in the audit log. */
export const registryKindOf = ({ table }: AnySealedTable): RegistryKind =>
  (Object.keys(kindsOfRecord) as RegistryKind[]).find((kind) => kindsOfRecord[kind].table === table) ?? 'person'

/** The registry links and encrypted tax codes of cases. */
export const listLinkedCases = async (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('cases')
        .innerJoin('reports', 'reports.caseId', 'cases.id')
        .select(['cases.id', 'cases.reporterPersonId', 'cases.reporterOrganisationId', 'cases.victimPersonId'])
        .select(['reports.profile', 'reports.reporterTaxCode', 'reports.organisationVat', 'reports.victimTaxCode'])
        .where('cases.id', 'in', ids)
        .execute()
export type LinkedCase = Awaited<ReturnType<typeof listLinkedCases>>[number]

/** Locks the rows of cases until the transaction ends. */
export const lockCases = (tx: Db, ids: readonly number[]) =>
  tx.selectFrom('cases').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** Those of the records that a case outside `covered` links. */
export async function listNamedElsewhere(
  db: Db,
  kind: RegistryKind,
  ids: readonly number[],
  caseIds: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const keys = (Object.keys(registryLinks) as RegistryLinkKey[]).filter((key) => registryLinks[key] === kind)
  const named: number[] = []
  for (const key of keys) {
    const rows = await db
      .selectFrom('cases')
      .select(key)
      .where(key, 'in', ids)
      .where(sql<boolean>`id <> all(${`{${caseIds.join()}}`}::int[])`)
      .execute()
    named.push(...rows.flatMap((row) => Object.values(row) as number[]))
  }
  return named
}
