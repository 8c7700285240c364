import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { insertSealed, openSealed } from '../protection/sealed-rows.ts'
import type { Vault } from '../protection/vault.ts'
import { sealedSessions } from './sealed-sessions.ts'
import { sealedUsers } from './sealed-users.ts'

/** Whoever is signed in, as the rest of the server sees them. */
export interface SessionUser {
  readonly id: number
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly mail: string | null
  readonly phone: string | null
  readonly enabledAt: Date
  readonly roles: Role[]
  readonly selectedRole: Role
  readonly expiresAt: Date
}

/** How a session began: by SPID with what its logout needs, or as a person of the demonstration. */
export type Began =
  | { readonly signIn: 'demo' }
  | { readonly signIn: 'spid'; readonly spidSubject: string; readonly spidIndex: string | null }

interface NewSession {
  readonly idHash: string
  readonly userId: number
  readonly selectedRole: Role
  readonly browser: string
  readonly network: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const insertSession = (tx: Db, vault: Vault, session: NewSession & Began) =>
  insertSealed(tx, vault, sealedSessions, session)

/** The enabled person of a session that has not ended. */
export async function findSessionUser(
  db: Db,
  vault: Vault,
  idHash: string,
  now: Date,
  acceptsDemoPeople: boolean,
): Promise<SessionUser | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'taxCode', 'firstName', 'lastName', 'mail', 'phone', 'enabledAt', 'selectedRole', 'expiresAt'])
    .select(rolesInOrder)
    .where('idHash', '=', idHash)
    .where('expiresAt', '>', now)
    .where('isEnabled', '=', true)
    .where('enabledAt', '<=', now)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('isDemo', '=', false), eb.val(acceptsDemoPeople)]))
    // A role that was taken away ends the session that selected it.
    .where(sql<boolean>`selected_role = any(${rolesOfUser})`)
    .executeTakeFirst()
  return row && openSealed(vault, sealedUsers, row.id, row)
}

/**
 * Roles of the joined `users` row, the one selected at sign-in first. Whoever acts for no association has no role from it
 * (specification 1 §6: an empty list leads to the user-not-allowed page).
 */
const rolesOfUser = sql<Role[]>`
  array(select role from user_roles where user_roles.user_id = users.id
    and (role <> 'associationMember' or exists (select from association_people p where p.user_id = users.id))
    order by place)`
export const rolesInOrder = rolesOfUser.as('roles')

/** Moves the end of a session; only ever further away. */
export const prolongSession = (db: Db, idHash: string, expiresAt: Date) =>
  db
    .updateTable('sessions')
    .set({ expiresAt })
    .where('idHash', '=', idHash)
    .where('expiresAt', '<', expiresAt)
    .execute()

export const deleteSession = (db: Db, idHash: string) =>
  db.deleteFrom('sessions').where('idHash', '=', idHash).execute()

/** What is known of a session beside its person, to be carried over to a new id; locked. */
export async function takeSession(tx: Db, vault: Vault, idHash: string) {
  const row = await tx.selectFrom('sessions').selectAll().where('idHash', '=', idHash).forUpdate().executeTakeFirst()
  return row && openSealed(vault, sealedSessions, idHash, row)
}

/** The newest sessions of a person that have not ended. */
export const listSessionsOf = (db: Db, userId: number, now: Date, limit: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'idHash', 'signIn', 'selectedRole', 'browser', 'network', 'createdAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Ends sessions of a person: one of them, or all but one; gives how many. */
export async function deleteSessionsOf(
  tx: Db,
  userId: number,
  { id, exceptHash }: { id?: number | undefined; exceptHash?: string | undefined } = {},
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(exceptHash !== undefined, (query) => query.where('idHash', '!=', exceptHash ?? ''))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Ends the session of a subject of an identity provider, or several where the provider gave two people one name; gives whose. */
export async function deleteSessionsOfSubject(tx: Db, vault: Vault, spidSubject: string): Promise<number[]> {
  const rows = await tx
    .deleteFrom('sessions')
    .where('spidToken', 'in', vault.uniqueTokens(sealedSessions, 'spidSubject', spidSubject))
    .returning('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}
