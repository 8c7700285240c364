import { sql } from 'kysely'
import { defineStatement, type HoleOf } from '../database/statement.ts'
import type { Db } from '../database/transaction.ts'
import { openUndamaged } from '../protection/sealed-rows.ts'
import type { Vault } from '../protection/vault.ts'
import { sealedUsers } from './sealed-users.ts'

/** A user as the history of a record names them. */
export interface NamedUser {
  /** "Surname Name". */
  readonly name: string
  readonly lastName: string
  readonly taxCode: string
}

/** Names and tax codes of users by id; unreadable ones are left out. */
export async function namedUsersOf(db: Db, vault: Vault, ids: readonly number[]): Promise<Map<number, NamedUser>> {
  if (ids.length === 0) return new Map()
  const columns = ['id', 'firstName', 'lastName', 'taxCode'] as const
  const rows = await db.selectFrom('users').select(columns).where('id', 'in', ids).execute()
  const users = await openUndamaged(vault, sealedUsers, rows)
  const named = (row: { lastName: string; firstName: string; taxCode: string }): NamedUser => ({
    name: `${row.lastName} ${row.firstName}`,
    lastName: row.lastName,
    taxCode: row.taxCode,
  })
  return new Map(users.map((row) => [row.id, named(row)]))
}

/** "Surname Name" of users by id; unreadable names are left out. */
export async function namesOf(db: Db, vault: Vault, ids: readonly number[]): Promise<Map<number, string>> {
  const users = await namedUsersOf(db, vault, ids)
  return new Map([...users].map(([id, { name }]) => [id, name]))
}

const addressesById = defineStatement((db, hole: HoleOf<{ ids: string }>) =>
  db
    .selectFrom('users')
    .select(['id', 'mail'])
    .where(sql<boolean>`id = any(${hole('ids')}::int[])`),
)

/** Selects the mail addresses of users, sealed. */
export const selectAddresses = (db: Db, ids: readonly number[]) => addressesById.filled(db, { ids: `{${ids.join()}}` })

type SealedAddress = Awaited<ReturnType<typeof addressesById>>[number]

/** Opens the addresses that `selectAddresses` found; missing and unreadable ones are left out. */
export async function openAddresses(vault: Vault, rows: readonly SealedAddress[]): Promise<string[]> {
  const users = await openUndamaged(vault, sealedUsers, rows)
  return users.flatMap(({ mail }) => mail ?? [])
}

/** The mail addresses of users; missing and unreadable ones are left out. */
export const addressesOf = async (db: Db, vault: Vault, ids: readonly number[]): Promise<string[]> =>
  openAddresses(vault, (await db.executeQuery(selectAddresses(db, ids))).rows)
