import { type CaseStatus, pendingStatuses } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { type AnySealedTable, columnName } from '#platform/protection/sealed-table.ts'

export type StoredRow = Readonly<Record<string, unknown>>

/** Rows of a protected table whose tokens meet every group. */
export async function listByTokens(
  db: Db,
  { table, key, tokens }: AnySealedTable,
  columns: readonly string[],
  groups: readonly (readonly string[])[],
): Promise<StoredRow[]> {
  if (!tokens || groups.length === 0) return []
  const meets = groups.map((group) => sql`tokens && ${`{${group.join()}}`}::bigint[]`)
  const found = sql`(select id from ${sql.table(columnName(tokens.table))} where ${sql.join(meets, sql` and `)})`
  return db
    .selectFrom(table as 'reports')
    .select([...new Set([key, ...columns])] as never[])
    .where(sql<boolean>`${sql.ref(columnName(key))} in ${found}`)
    .execute()
}

export const listUserIds = async (db: Db, taxCodeTokens: readonly string[]): Promise<number[]> =>
  (await db.selectFrom('users').select('id').where('taxCodeToken', 'in', taxCodeTokens).execute()).map(({ id }) => id)

export const listUsers = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? [] : db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id').execute()

/** Cases as a request tells of them, oldest first. */
export const listCasesById = async (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? [] : db.selectFrom('cases').selectAll().where('id', 'in', ids).orderBy('id').execute()

export const isBeingWorkedOn = (status: CaseStatus) => pendingStatuses.some((pending) => pending === status)

/** Rows of a protected table by their keys, oldest first. */
export const listRecords = async (
  db: Db,
  { table, key }: AnySealedTable,
  ids: readonly number[],
): Promise<StoredRow[]> =>
  db
    .selectFrom(table as 'reports')
    .selectAll()
    .where(sql<boolean>`${sql.ref(columnName(key))} = any(${`{${ids.join()}}`}::int[])`)
    .orderBy(sql.ref(columnName(key)))
    .execute()

/** Deletes rows of a protected table whole; what names them elsewhere names nothing any more. */
export const deleteRecords = (tx: Db, { table, key }: AnySealedTable, ids: readonly number[]) =>
  sql`delete from ${sql.table(columnName(table))} where ${sql.ref(columnName(key))} = any(${`{${ids.join()}}`}::int[])`.execute(
    tx,
  )
