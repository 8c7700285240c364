import { type RawBuilder, sql } from 'kysely'
import { anyTable } from '../database/tables.ts'
import { type Db, type InTransaction, unaudited } from '../database/transaction.ts'
import { writeTokens } from './sealed-rows.ts'
import { type AnySealedTable, columnName } from './sealed-table.ts'
import { DamagedError, type Vault } from './vault.ts'

/**
 * Rows to seal: plain ones, all that are not sealed as new ones are (under the newest key, with their derived values), or those that an
 * earlier version sealed without search tokens.
 */
type RowsToSeal = 'plain' | 'older' | 'unindexed'

interface Batch {
  readonly sealed: number
  /** Rows that cannot be opened; they are left unchanged. */
  readonly damaged: number
  /** Key of the last row of the batch; undefined when no row remains. */
  readonly last: number | string | undefined
}

const batchSize = 100

/** Whether a row lacks a derived value although it has what this follows from. */
function lacksDerived({ table, derived = {} }: AnySealedTable): RawBuilder<boolean> {
  const column = (field: string) => sql.ref(`${columnName(table)}.${columnName(field)}`)
  const lacking = Object.entries(derived).map(
    ([field, { from }]) => sql`${column(field)} is null and num_nonnulls(${sql.join(from.map(column))}) > 0`,
  )
  return lacking.length > 0 ? sql<boolean>`(${sql.join(lacking, sql` or `)})` : sql<boolean>`false`
}

function needsSealing(table: AnySealedTable, which: RowsToSeal, newest: number) {
  const keyId = sql.ref(`${columnName(table.table)}.key_id`)
  if (which === 'plain') return sql<boolean>`${keyId} is null`
  if (which === 'older') return sql<boolean>`(${keyId} is distinct from ${newest} or ${lacksDerived(table)})`
  if (!table.tokens) return sql<boolean>`false`
  const key = sql.ref(`${columnName(table.table)}.${columnName(table.key)}`)
  const found = sql`select from ${sql.table(columnName(table.tokens.table))} as found where found.id = ${key}`
  return sql<boolean>`${keyId} is not null and not exists (${found})`
}

/** Counts the rows of a table to seal. */
export async function countWaiting(db: Db, vault: Vault, table: AnySealedTable, which: RowsToSeal): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(columnName(table.table))}
    where ${needsSealing(table, which, vault.ring.newest().id)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Seals the next batch of a table under the newest key, in the caller's transaction, so that an interruption never leaves a
 * partial row. Repeating it skips sealed rows.
 */
export async function resealSome(
  tx: Db,
  vault: Vault,
  table: AnySealedTable,
  which: RowsToSeal,
  after: number | string | undefined,
): Promise<Batch> {
  const key = sql.ref(`${columnName(table.table)}.${columnName(table.key)}`)
  const rows = await tx
    .selectFrom(table.table as 'reports')
    .selectAll()
    .where(needsSealing(table, which, vault.ring.sealing().id))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`${key} > ${after}`))
    .orderBy(key)
    .limit(batchSize)
    .forUpdate()
    .execute()
  let damaged = 0
  for (const row of rows) if (!(await reseal(tx, vault, table, row))) damaged += 1
  const last = rows.length < batchSize ? undefined : idOf(table, rows.at(-1))
  return { sealed: rows.length - damaged, damaged, last }
}

const idOf = (table: AnySealedTable, row: object | undefined) =>
  (row as Record<string, number | string> | undefined)?.[table.key] ?? 0

async function reseal(tx: Db, vault: Vault, table: AnySealedTable, row: object): Promise<boolean> {
  const id = idOf(table, row)
  try {
    const { columns, plain } = await vault.reseal(table, id, row)
    await anyTable(tx).updateTable(table.table).set(columns).where(table.key, '=', id).execute()
    await writeTokens(tx, vault, table, id, { ...row, ...plain })
    return true
  } catch (error) {
    if (error instanceof DamagedError) return false
    throw error
  }
}

/** Seals all plain rows, as the first start after an upgrade does before it serves requests. Returns how many. */
export async function sealPlainRows(
  inTransaction: InTransaction,
  vault: Vault,
  tables: readonly AnySealedTable[],
): Promise<number> {
  let sealed = 0
  for (const table of tables) sealed += await resealAll(inTransaction, vault, table, 'plain')
  return sealed
}

/** Writes the missing search tokens of a table that an earlier version did not index. Returns how many rows. */
export const indexRows = (inTransaction: InTransaction, vault: Vault, table: AnySealedTable): Promise<number> =>
  resealAll(inTransaction, vault, table, 'unindexed')

async function resealAll(inTransaction: InTransaction, vault: Vault, table: AnySealedTable, which: RowsToSeal) {
  let sealed = 0
  let after: Batch['last']
  do {
    const from = after
    const batch = await inTransaction(unaudited, (tx) => resealSome(tx, vault, table, which, from))
    sealed += batch.sealed
    after = batch.last
  } while (after !== undefined)
  return sealed
}
