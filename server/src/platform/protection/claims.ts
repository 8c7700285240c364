import { isDeepStrictEqual } from 'node:util'
import { anyTable } from '../database/tables.ts'
import { type Db, type InTransaction, unaudited } from '../database/transaction.ts'
import { updateSealed } from './sealed-rows.ts'
import type { AnySealedTable, SealedTable } from './sealed-table.ts'
import { unlessDamaged, type Vault } from './vault.ts'

/**
 * A table from whose rows a right is read (decisions §10). Its column `claims` is a seal of what a row grants, bound to the key of the
 * row: the columns in clear serve queries and can remove the right, only the seal grants it. `claimsOf` names every column that decides.
 */
export interface ClaimsTable<P extends { claims: object | null }, R extends object> {
  readonly sealed: SealedTable<P>
  readonly claimsOf: (row: R) => NonNullable<P['claims']>
}

/**
 * Whether the portal wrote what a row grants. A row without its seal, or with other columns than its seal, grants nothing and raises an
 * alarm; it stops nobody else.
 */
export async function isGenuine<P extends { claims: object | null }, R extends object>(
  vault: Vault,
  { sealed, claimsOf }: ClaimsTable<P, R>,
  id: number | string,
  row: R & { readonly claims: Buffer | null },
): Promise<boolean> {
  const opened = row.claims && (await unlessDamaged(vault.open(sealed, id, { claims: row.claims })))
  // A damaged value has raised its alarm.
  if (row.claims && !opened) return false
  if (opened?.claims && isDeepStrictEqual(opened.claims, claimsOf(row))) return true
  vault.alarm(sealed, id, 'claims')
  return false
}

/** The rows of a list that the portal wrote. */
export async function genuineRows<P extends { claims: object | null }, R extends { readonly claims: Buffer | null }>(
  vault: Vault,
  table: ClaimsTable<P, R>,
  rows: readonly R[],
  idOf: (row: R) => number | string,
): Promise<R[]> {
  const genuine = await Promise.all(rows.map((row) => isGenuine(vault, table, idOf(row), row)))
  return rows.filter((_row, index) => genuine[index])
}

/**
 * Signs the rows of a table that have no seal, or those that `unsigned` locks and returns, except damaged ones; returns how many. Only
 * for rows from before the table had seals.
 */
export async function signRows<P extends { claims: object | null }, R extends object>(
  inTransaction: InTransaction,
  vault: Vault,
  table: ClaimsTable<P, R>,
  unsigned: (tx: Db) => Promise<readonly R[]> = allUnsigned<R>(table.sealed),
): Promise<number> {
  return inTransaction(unaudited, async (tx: Db) => {
    const rows = await unsigned(tx)
    let signed = 0
    for (const row of rows) if (await unlessDamaged(writeClaims(tx, vault, table, row))) signed += 1
    return signed
  })
}

const allUnsigned =
  <R>({ table }: AnySealedTable) =>
  async (tx: Db) =>
    (await anyTable(tx).selectFrom(table).selectAll().where('claims', 'is', null).forUpdate().execute()) as R[]

/** Seals what a locked row grants, and its other sealed values again: all of a row are under one key. Returns true. */
export async function writeClaims<P extends { claims: object | null }, R extends object>(
  tx: Db,
  vault: Vault,
  { sealed, claimsOf }: ClaimsTable<P, R>,
  row: R,
): Promise<true> {
  const id = (row as Readonly<Record<string, number | string>>)[sealed.key] ?? 0
  const plain = await vault.open(sealed, id, row)
  await updateSealed(tx, vault, sealed, id, { ...plain, claims: claimsOf(row) }).execute()
  return true
}
