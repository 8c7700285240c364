import { type CompiledQuery, type Insertable, sql, type UpdateObject } from 'kysely'
import { insertionOfRows } from '../database/new-rows.ts'
import { type AnyRow, anyTable, type Tables } from '../database/tables.ts'
import { type Statement, together } from '../database/together.ts'
import type { Db } from '../database/transaction.ts'
import { type AnySealedTable, columnName, type SealedTable } from './sealed-table.ts'
import type { Vault } from './vault.ts'

/** A row with plain values in the sealed columns and stored values in the others. */
export type PlainRow<T extends keyof Tables, P> = Partial<P> & Omit<Insertable<Tables[T]>, keyof P | 'keyId'>

/** Inserts a row: seals its protected columns and writes its search tokens. */
export async function insertSealed<P extends object, T extends keyof Tables & string>(
  tx: Db,
  vault: Vault,
  table: SealedTable<P> & { readonly table: T },
  row: PlainRow<T, P>,
): Promise<void> {
  const id = (row as Record<string, unknown>)[table.key] as number | string
  const columns = vault.seal(table, id, row as Partial<P>)
  await anyTable(tx)
    .insertInto(table.table)
    .values({ ...row, ...columns })
    .execute()
  await writeTokens(tx, vault, table, id, row)
}

/** The values of a row that are there, as sealing takes them. */
export const withoutNulls = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

/**
 * The statement that seals a whole row again, since its sealed values are under one key, with other columns of it; `plain` has all
 * sealed values. The search tokens are written by `writeTokens`.
 */
export const updateSealed = <P extends object, T extends keyof Tables & string>(
  tx: Db,
  vault: Vault,
  table: SealedTable<P> & { readonly table: T },
  id: number | string,
  plain: Partial<P>,
  columns: UpdateObject<Tables, T> = {},
) =>
  anyTable(tx)
    .updateTable<string>(table.table)
    .set({ ...columns, ...vault.seal(table, id, plain) })
    .where(table.key, '=', id)

/** Rows sealed in advance, to be inserted by a transaction. */
export interface SealedRows {
  readonly table: AnySealedTable
  readonly rows: readonly object[]
  readonly tokens: readonly { readonly id: number | string; readonly tokens: readonly string[] }[]
}

/** Seals rows in advance, so that the work is not done inside a transaction. */
export function sealRows<P extends object, T extends keyof Tables & string>(
  vault: Vault,
  table: SealedTable<P> & { readonly table: T },
  rows: readonly PlainRow<T, P>[],
): SealedRows {
  const idOf = (row: object) => (row as Record<string, unknown>)[table.key] as number | string
  const tokens = table.tokens ? vault.tokensOfEach(table, rows) : []
  return {
    table,
    rows: rows.map((row) => ({ ...row, ...vault.seal(table, idOf(row), row as Partial<P>) })),
    tokens: rows
      .map((row, index) => ({ id: idOf(row), tokens: tokens[index] ?? [] }))
      .filter((each) => each.tokens.length > 0),
  }
}

/** Inserts rows sealed in advance, at once or apart, all of one table. */
export async function insertSealedRows(tx: Db, ...sealed: readonly SealedRows[]): Promise<void> {
  await together(tx, ...sealedInsertions(tx, ...sealed))
}

/** The statements that insert rows sealed in advance, all of one table. */
export function sealedInsertions(db: Db, ...sealed: readonly SealedRows[]): CompiledQuery[] {
  const rows = sealed.flatMap((each) => each.rows)
  const tokens = sealed.flatMap((each) => each.tokens)
  const table = sealed[0]?.table
  if (!table || rows.length === 0) return []
  const insertion = insertionOfRows(db, table.table, rows)
  if (!table.tokens || tokens.length === 0) return [insertion]
  return [insertion, insertionOfRows(db, table.tokens.table, tokens)]
}

/** Replaces the search tokens of a row. */
export async function writeTokens(
  tx: Db,
  vault: Vault,
  table: AnySealedTable,
  id: number | string,
  plain: object,
): Promise<void> {
  await together(tx, ...newTokens(tx, vault, table, id, plain))
}

/** The statement that replaces the search tokens of a row, where its table has any. */
function newTokens(db: Db, vault: Vault, table: AnySealedTable, id: number | string, plain: object): Statement[] {
  if (!table.tokens) return []
  const tokens = vault.tokens(table, plain)
  if (tokens.length === 0) return withoutTokens(db, table, id)
  return [
    sql`
    insert into ${sql.table(columnName(table.tokens.table))} (id, tokens) values (${id}, ${`{${tokens.join()}}`}::bigint[])
    on conflict (id) do update set tokens = excluded.tokens`.compile(db),
  ]
}

/** A change of a row, as plain values. */
interface RowChange {
  /** The key that the row is sealed under. */
  readonly keyId: number | null
  readonly before: object
  readonly after: object
  /** The columns that changed, plain or sealed. */
  readonly changed: readonly string[]
}

/**
 * The statements that write the changed columns of a row and the search tokens of these alone. A row under an older key is first
 * sealed and indexed again as it is, since it names one key.
 */
export function sealedUpdates<P extends object>(
  db: Db,
  vault: Vault,
  table: SealedTable<P>,
  id: number | string,
  change: RowChange,
): Statement[] {
  const { keyId, before, after, changed } = change
  const update = (columns: object): Statement =>
    anyTable(db).updateTable(table.table).set(columns).where(table.key, '=', id)
  const isOld = keyId !== vault.ring.sealing().id
  const again = isOld ? [update(vault.seal(table, id, before)), ...newTokens(db, vault, table, id, before)] : []
  const fields = table.sealed.filter((field) => (changed as readonly string[]).includes(field))
  const clear = changed
    .filter((column) => !(table.sealed as readonly string[]).includes(column))
    .map((column) => [column, plainOf(after, column)])
  const columns = { ...Object.fromEntries(clear), ...vault.seal(table, id, after, fields) }
  return [...again, update(columns), ...changedTokens(db, vault, table, id, change)]
}

const plainOf = (row: object, column: string) => (row as Record<string, unknown>)[column] ?? null

/**
 * The statement that replaces the search tokens of the changed fields, where there are other ones; a changed language splits every
 * text in another way.
 */
function changedTokens(
  db: Db,
  vault: Vault,
  table: AnySealedTable,
  id: number | string,
  { before, after, changed }: RowChange,
): Statement[] {
  if (!table.tokens) return []
  const { languageOf } = table.tokens
  const isEach = languageOf?.(before) !== languageOf?.(after)
  const [old, fresh] = [before, after].map(
    (row) => new Set(vault.tokens(table, row, (field) => isEach || changed.includes(field))),
  ) as [Set<string>, Set<string>]
  const [gone, added] = [[...old].filter((token) => !fresh.has(token)), [...fresh].filter((token) => !old.has(token))]
  if (gone.length + added.length === 0) return []
  const arrayOf = (tokens: readonly string[]) => sql`${`{${tokens.join()}}`}::bigint[]`
  const found = sql.table(columnName(table.tokens.table))
  // Sorted, because the order would disclose which tokens changed.
  return [
    sql`
    insert into ${found} as kept (id, tokens) values (${id}, ${arrayOf(added)}) on conflict (id) do update set tokens = array(
      (select unnest(kept.tokens) except select unnest(${arrayOf(gone)})) union select unnest(excluded.tokens) order by 1)`.compile(
      db,
    ),
  ]
}

/** Rows of a protected table that belong to cases, with all columns or the named ones. */
export async function listRowsOfCases(
  db: Db,
  { table, key }: AnySealedTable,
  { withCase, columns }: { withCase: string; columns?: readonly string[] },
  caseIds: readonly number[],
): Promise<AnyRow[]> {
  if (caseIds.length === 0) return []
  const rows = anyTable(db).selectFrom(table).where(withCase, 'in', caseIds)
  const chosen = columns ? rows.select([...new Set([key, ...columns])]) : rows.selectAll()
  return chosen.orderBy(key).execute()
}

/** Deletes the sealed values and the search tokens of a row, but for what it grants; `remaining` is written in the same statement. */
export async function emptySealed(
  tx: Db,
  table: AnySealedTable,
  id: number | string,
  remaining: object = {},
): Promise<void> {
  const personal = table.sealed.filter((column) => !table.decisive?.includes(column))
  const columns = [...personal, ...Object.values(table.unique ?? {})]
  const nulls = Object.fromEntries(columns.map((column) => [column, null]))
  await anyTable(tx)
    .updateTable(table.table)
    .set({ ...nulls, ...remaining })
    .where(table.key, '=', id)
    .execute()
  await together(tx, ...withoutTokens(tx, table, id))
}

const withoutTokens = (db: Db, { tokens }: AnySealedTable, id: number | string): Statement[] =>
  tokens ? [sql`delete from ${sql.table(columnName(tokens.table))} where id = ${id}`.compile(db)] : []

/** A row with its sealed columns opened; nullable columns remain nullable. */
type OpenedRow<R, P> = Omit<R, keyof P> & {
  [K in keyof P & keyof R]: null extends R[K] ? P[K] | null : NonNullable<P[K]>
}

/** Opens the sealed columns of a row; `id` is the value of the table's key. */
export async function openSealed<P extends object, R extends object>(
  vault: Vault,
  table: SealedTable<P>,
  id: number | string,
  row: R,
): Promise<OpenedRow<R, P>> {
  return withPlain(table, row, await vault.open(table, id, row))
}

/** Opens the sealed columns of rows with the key `id`; damaged ones are left out. */
export async function openUndamaged<P extends object, R extends { readonly id: number | string }>(
  vault: Vault,
  table: SealedTable<P>,
  rows: readonly R[],
): Promise<OpenedRow<R, P>[]> {
  const plain = await vault.openEach(
    table,
    rows.map((row) => [row.id, row] as const),
  )
  return rows.flatMap((row, place) => {
    const values = plain[place]
    return values ? [withPlain(table, row, values)] : []
  })
}

function withPlain<P extends object, R extends object>(
  table: SealedTable<P>,
  row: R,
  plain: Partial<Record<string, unknown>>,
): OpenedRow<R, P> {
  // A cast, because the fields of the table are known by name alone.
  const opened = { ...row } as Record<string, unknown>
  for (const field of table.sealed) if (Buffer.isBuffer(opened[field])) opened[field] = plain[field]
  return opened as OpenedRow<R, P>
}
