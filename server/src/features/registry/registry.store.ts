import { type RawBuilder, sql } from 'kysely'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed, writeTokens } from '#platform/protection/sealed-rows.ts'
import { columnName, type SealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { KindOfRecord } from './registry.kinds.ts'

type Values = Readonly<Record<string, unknown>>

export interface StoredRecord {
  readonly id: number
  readonly version: number
  readonly changedAt: Date
  readonly values: Values
}

// The types of the two tables differ only in their sealed fields, which are accessed by name here.
export const anyTable = ({ sealed }: KindOfRecord) =>
  sealed as SealedTable<Record<string, unknown>> & { table: 'naturalPersons' }
/** The records of a kind; one that was merged into another is none. */
export const rowsOf = (db: Db, { table }: KindOfRecord) =>
  db.selectFrom(table as 'naturalPersons').where('mergedInto', 'is', null)

const valuesOf = ({ form }: KindOfRecord, row: Values): Values =>
  Object.fromEntries(
    Object.keys(form.fields).flatMap((key) => (row[key] === null || row[key] === undefined ? [] : [[key, row[key]]])),
  )

/** A row of a record, sealed. */
export type RecordRow = Values & Omit<StoredRecord, 'values'>

export async function openRecord(vault: Vault, kind: KindOfRecord, row: RecordRow): Promise<StoredRecord> {
  const { id, version, changedAt } = row
  return { id, version, changedAt, values: valuesOf(kind, await openSealed(vault, anyTable(kind), id, row)) }
}

/** Selects a record, sealed. */
export const selectRecord = (db: Db, kind: KindOfRecord, id: number) =>
  rowsOf(db, kind).selectAll().where('id', '=', id)

export async function findRecord(db: Db, vault: Vault, kind: KindOfRecord, id: number) {
  const row = await selectRecord(db, kind, id).executeTakeFirst()
  return row && openRecord(vault, kind, row)
}

/** The id of the record with a code; undefined if there is none. */
export async function findIdByCode(
  db: Db,
  vault: Vault,
  kind: KindOfRecord,
  code: string,
): Promise<number | undefined> {
  const tokens = vault.uniqueTokens(anyTable(kind), kind.code, code)
  // A merged record keeps its code until its undo is over.
  const row = await db
    .selectFrom(kind.table as 'naturalPersons')
    .select('id')
    .where(kind.codeColumn as 'taxCodeToken', 'in', tokens)
    .executeTakeFirst()
  return row?.id
}

/** Serialises inserts, so that `findIdByCode` stays true until the transaction ends. */
export const lockRegistry = (tx: Db, { table }: KindOfRecord) =>
  sql`select pg_advisory_xact_lock(hashtext(${`registry ${table}`}))`.execute(tx)

/** An array of tokens as PostgreSQL reads it. */
export const arrayOf = (tokens: readonly string[]) => `{${tokens.join()}}`

/** SQL: the first ids with a token of every group, in the order of the table, through the index (migration 0036). */
export const idsWith = (
  { tokens }: Pick<KindOfRecord, 'tokens'>,
  groups: readonly (readonly string[])[],
  most: number,
): RawBuilder<number> => sql`registry_ids_with(${tokens}::regclass, ${groups.map(arrayOf)}::text[], ${most}::integer)`

interface Authorship {
  readonly createdBy: number
  readonly changedAt: Date
}

export async function insertRecord(
  tx: Db,
  vault: Vault,
  kind: KindOfRecord,
  values: Values,
  authorship: Authorship,
): Promise<number> {
  const id = await nextId(tx, columnName(kind.table))
  await insertSealed(tx, vault, anyTable(kind), { ...values, ...authorship, id })
  return id
}

/** Replaces the values of a record; returns its new version. */
export async function updateRecord(
  tx: Db,
  vault: Vault,
  kind: KindOfRecord,
  { id, version }: Pick<StoredRecord, 'id' | 'version'>,
  change: { readonly values: Values; readonly changedAt: Date },
): Promise<number> {
  const { form, table } = kind
  const nextVersion = version + 1
  const empty = Object.fromEntries(Object.keys(form.fields).map((key) => [key, null]))
  const plain = { ...empty, ...change.values }
  await tx
    .updateTable(table as 'naturalPersons')
    .set({ ...plain, ...vault.seal(anyTable(kind), id, plain), version: nextVersion, changedAt: change.changedAt })
    .where('id', '=', id)
    .execute()
  await writeTokens(tx, vault, anyTable(kind), id, plain)
  return nextVersion
}

/** The ids that have a record. */
export async function listExisting(db: Db, kind: KindOfRecord, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(db, kind).select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/** Those of the ids that have a record. It stays until the transaction ends, and a merge that is under way is waited for. */
export async function holdExisting(tx: Db, kind: KindOfRecord, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(tx, kind).select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute()
  return rows.map(({ id }) => id)
}

/** Locks records until the transaction ends, in the order of `holdExisting`, so that the two never wait for each other. */
export const lockRecords = (tx: Db, kind: KindOfRecord, ids: readonly number[]) =>
  rowsOf(tx, kind).select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** The record that a record was merged into; undefined where it was not, or was deleted. */
export async function findKept(db: Db, { table }: KindOfRecord, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom(table as 'naturalPersons')
    .select('mergedInto')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.mergedInto ?? undefined
}

/** The records that were merged into a record and that an undo can still restore. */
export async function listMergedInto(db: Db, { table }: KindOfRecord, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom(table as 'naturalPersons')
    .select('id')
    .where('mergedInto', '=', id)
    .execute()
  return rows.map((row) => row.id)
}
