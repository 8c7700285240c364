import { limits } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { byId, defineList } from '#platform/database/list.ts'
import { ownPlan } from '#platform/database/statements/prepared-statements.ts'
import type { Db } from '#platform/database/transaction.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import { columnName } from '#platform/protection/sealed-table.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { inOrderOf, openInTurns } from '#platform/spreadsheets/record-source.ts'
import type { KindOfRecord } from '../registry.kinds.ts'
import { anyTable, arrayOf, idsWith, openRecord, type RecordRow, rowsOf, type StoredRecord } from '../registry.store.ts'
import type { TokenGroups } from './branches.ts'

/** The order of lists without words, and the keys of all pages. */
export const newestFirst = byId('id', 'a-')

/** A record whose names are compared with the words of a query. */
export interface Candidate {
  readonly id: number
  /** Undefined where the record cannot be decrypted. */
  readonly names: readonly string[] | undefined
}

/** Records that have the tokens of one of the branches, at most `most` of each, with their names opened. */
export async function listCandidates(
  db: Db,
  vault: Vault,
  kind: KindOfRecord,
  { branches, most }: { readonly branches: readonly TokenGroups[]; readonly most: number },
): Promise<Candidate[]> {
  const ids = sql.join(
    branches.map((groups) => sql`select ${idsWith(kind, groups, most)}`),
    sql` union `,
  )
  const rows = await rowsOf(db, kind)
    .select(['id', 'keyId', ...(kind.names as ['firstName'])])
    .where('id', 'in', sql<number>`(${ids})`)
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const opened = await unlessDamaged(openSealed(vault, anyTable(kind), row.id, row))
      const values = opened as Readonly<Record<string, unknown>> | undefined
      return {
        id: row.id,
        names: values && kind.names.map((name) => values[name]).filter((name) => typeof name === 'string'),
      }
    }),
  )
}

/** Stands for values that cannot be decrypted, so that one damaged record does not hide the list. */
const damagedName = '⚠'

async function openOrMark(vault: Vault, kind: KindOfRecord, row: RecordRow): Promise<StoredRecord> {
  const { id, version, changedAt } = row
  const damaged = Object.fromEntries(kind.names.map((name, index) => [name, index === 0 ? damagedName : '']))
  return (await unlessDamaged(openRecord(vault, kind, row))) ?? { id, version, changedAt, values: damaged }
}

/** The records with these ids, in their order. */
export async function listById(
  db: Db,
  vault: Vault,
  kind: KindOfRecord,
  ids: readonly number[],
): Promise<StoredRecord[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(db, kind).selectAll().where('id', 'in', ids).execute()
  const opened = await openInTurns(rows, (row) => openOrMark(vault, kind, row))
  return inOrderOf(ids, opened)
}

const hasTokens = (groups: TokenGroups) =>
  sql.join(
    groups.map((tokens) => sql`tokens && ${arrayOf(tokens)}::bigint[]`),
    sql` and `,
  )

/** The number of rows that PostgreSQL expects from its statistics, without reading any. */
async function estimate(db: Db, kind: KindOfRecord, groups: TokenGroups): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[] }>`
    ${ownPlan} explain (format json) select from ${sql.table(kind.tokens)} where ${hasTokens(groups)}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

/** With so many expected rows the cap of lists is passed for sure, although statistics are estimates. */
const surely = 5 * limits.page.exactCount

/** SQL for the ids of all records with a token of every group, or of those `among` these, newest first. */
export function idsOfAll(
  db: Db,
  kind: KindOfRecord,
  groups: TokenGroups,
  among: readonly number[] | undefined,
): RawBuilder<{ id: number }> {
  const found = groups.length > 0 ? [sql<boolean>`id in (select ${idsWith(kind, groups, maxInteger)})`] : []
  const chosen = among ? [sql<boolean>`id = any(${among}::int[])`] : []
  const rows = [...found, ...chosen].reduce((query, condition) => query.where(condition), rowsOf(db, kind).select('id'))
  return sql`${rows.orderBy('id', 'desc')}`
}

/** Counts the records with a token of every group up to the cap of lists, or all of them. */
export async function countWith(db: Db, kind: KindOfRecord, groups: TokenGroups, isExact: boolean): Promise<number> {
  const cap = limits.page.exactCount + 1
  if (!isExact && (await estimate(db, kind, groups)) > surely) return cap
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${idsWith(kind, groups, isExact ? maxInteger : cap)}`.execute(db)
  return rows[0]?.count ?? 0
}

const maxInteger = 2_147_483_647

interface RecordQuery {
  readonly kind: KindOfRecord
  readonly groups: TokenGroups
  /** The number of records, counted before up to the cap of lists; undefined without groups. */
  readonly count: number | undefined
  readonly vault: Vault
}

/** With more matches, the newest records are read until a page is full; else all matches are, to sort them. */
const maxSorted = 2000

/** The records of a list without words. */
function recordsOf(db: Db, { kind, groups, count = 0 }: RecordQuery) {
  const all = rowsOf(db, kind).selectAll()
  if (groups.length === 0) return all
  if (count <= maxSorted) return all.where('id', 'in', sql<number>`(select ${idsWith(kind, groups, maxSorted)})`)
  const conditions = groups.map((tokens) => sql`coalesce(t.tokens && ${arrayOf(tokens)}::bigint[], false)`)
  return all.where(
    sql<boolean>`exists (select from ${sql.table(kind.tokens)} t
      where t.id = ${sql.ref(`${columnName(kind.table)}.id`)} and ${sql.join(conditions, sql` and `)})`,
  )
}

/** Pages of the records that match a token of every group, newest first. */
export const listRecords = defineList({
  order: newestFirst,
  rows: recordsOf,
  counted: (db: Db, { kind, count }: RecordQuery) =>
    count === undefined
      ? rowsOf(db, kind).select('id')
      : db.selectFrom(sql<{ n: number }>`generate_series(1, ${count}::int)`.as('counted')).select(sql`1`.as('one')),
  open: (row, { kind, vault }) => openOrMark(vault, kind, row),
})
