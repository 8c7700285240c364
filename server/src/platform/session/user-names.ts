import type { Db } from '../database/transaction.ts'
import { openSealed } from '../protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '../protection/vault.ts'
import { sealedUsers } from './sealed-users.ts'

/** "Surname Name" of users by id; unreadable names are left out. */
export async function namesOf(db: Db, vault: Vault, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'firstName', 'lastName']).where('id', 'in', ids).execute()
  const users = await Promise.all(rows.map((row) => unlessDamaged(openSealed(vault, sealedUsers, row.id, row))))
  return new Map(users.flatMap((row) => (row ? [[row.id, `${row.lastName} ${row.firstName}`]] : [])))
}

/** Mail addresses of users by id; missing and unreadable ones are left out. */
export async function mailsOf(db: Db, vault: Vault, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('users').select(['id', 'mail']).where('id', 'in', ids).execute()
  const users = await Promise.all(rows.map((row) => unlessDamaged(openSealed(vault, sealedUsers, row.id, row))))
  return users.flatMap((row) => (row?.mail ? [row.mail] : []))
}
