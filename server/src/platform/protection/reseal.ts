import { sql } from 'kysely'
import type { Db, InTransaction } from '../database/transaction.ts'
import { writeTokens } from './sealed-rows.ts'
import { type AnySealedTable, columnName } from './sealed-table.ts'
import { DamagedError, type Vault } from './vault.ts'

/**
 * Rows that wait to be sealed: those that are still plain, all that are not under the newest key, or those that an earlier
 * version sealed without anything to find them by.
 */
type Waiting = 'plain' | 'older' | 'unindexed'

interface Turn {
  readonly sealed: number
  /** Rows that do not open; they are left as they are. */
  readonly damaged: number
  /** Key of the last row that was looked at; undefined when no row waits after it. */
  readonly last: number | string | undefined
}

const rowsATurn = 100

function waiting(table: AnySealedTable, which: Waiting, newest: number) {
  const keyId = sql.ref(`${columnName(table.table)}.key_id`)
  if (which === 'plain') return sql<boolean>`${keyId} is null`
  if (which === 'older') return sql<boolean>`${keyId} is distinct from ${newest}`
  if (!table.tokens) return sql<boolean>`false`
  const key = sql.ref(`${columnName(table.table)}.${columnName(table.key)}`)
  const found = sql`select from ${sql.table(columnName(table.tokens.table))} as found where found.id = ${key}`
  return sql<boolean>`${keyId} is not null and not exists (${found})`
}

/** How many rows of a table wait. */
export async function countWaiting(db: Db, vault: Vault, table: AnySealedTable, which: Waiting): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(columnName(table.table))}
    where ${waiting(table, which, vault.ring.newest().id)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Seals the next rows of a table under the newest key, in the caller's transaction: killed at any moment, a row is as it
 * was or as it shall be. Repeating it finds nothing left to do.
 */
export async function resealSome(
  tx: Db,
  vault: Vault,
  table: AnySealedTable,
  which: Waiting,
  after: number | string | undefined,
): Promise<Turn> {
  const key = sql.ref(`${columnName(table.table)}.${columnName(table.key)}`)
  const rows = await tx
    .selectFrom(table.table as 'reports')
    .selectAll()
    .where(waiting(table, which, vault.ring.sealing().id))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`${key} > ${after}`))
    .orderBy(key)
    .limit(rowsATurn)
    .forUpdate()
    .execute()
  let damaged = 0
  for (const row of rows) if (!(await reseal(tx, vault, table, row))) damaged += 1
  const last = rows.length < rowsATurn ? undefined : idOf(table, rows.at(-1))
  return { sealed: rows.length - damaged, damaged, last }
}

const idOf = (table: AnySealedTable, row: object | undefined) =>
  (row as Record<string, number | string> | undefined)?.[table.key] ?? 0

async function reseal(tx: Db, vault: Vault, table: AnySealedTable, row: object): Promise<boolean> {
  const id = idOf(table, row)
  try {
    const { columns, plain } = await vault.reseal(table, id, row)
    await tx
      .updateTable(table.table as 'reports')
      .set(columns as never)
      .where(sql.ref(columnName(table.key)), '=', id)
      .execute()
    await writeTokens(tx, vault, table, id, { ...row, ...plain })
    return true
  } catch (error) {
    if (error instanceof DamagedError) return false
    throw error
  }
}

/** Seals whatever is still plain, as a start after an upgrade does before anybody is served. Gives how many rows. */
export async function sealPlainRows(
  inTransaction: InTransaction,
  vault: Vault,
  tables: readonly AnySealedTable[],
): Promise<number> {
  let sealed = 0
  for (const table of tables) sealed += await resealAll(inTransaction, vault, table, 'plain')
  return sealed
}

/** Makes what the rows of a table are found by, where an earlier version made nothing. Gives how many rows. */
export const indexRows = (inTransaction: InTransaction, vault: Vault, table: AnySealedTable): Promise<number> =>
  resealAll(inTransaction, vault, table, 'unindexed')

async function resealAll(inTransaction: InTransaction, vault: Vault, table: AnySealedTable, which: Waiting) {
  let sealed = 0
  let after: Turn['last']
  do {
    const from = after
    const turn = await inTransaction((tx) => resealSome(tx, vault, table, which, from))
    sealed += turn.sealed
    after = turn.last
  } while (after !== undefined)
  return sealed
}
