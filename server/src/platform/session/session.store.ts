import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { insertSealed, openSealed } from '../protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '../protection/vault.ts'
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
  | { readonly signIn: 'spid'; readonly spidSubject: string | null; readonly spidIndex: string | null }

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

/** The person of a session that has not ended, in a role that they still have. */
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
    .select(rolesAt(now).as('roles'))
    .where('idHash', '=', idHash)
    .where('expiresAt', '>', now)
    .where((eb) => eb.or([eb('isDemo', '=', false), eb.val(acceptsDemoPeople)]))
    // A role that was taken away ends the session that selected it.
    .where(sql<boolean>`selected_role = any(${rolesAt(now)})`)
    .executeTakeFirst()
  return row && openSealed(vault, sealedUsers, row.id, row)
}

/** Roles of the joined `users` row as they were given, the one selected at sign-in first. */
export const rolesInOrder = sql<Role[]>`
  array(select role from user_roles where user_roles.user_id = users.id order by place)`.as('roles')

/**
 * Those that let the person in at an instant: the office's while the account is enabled, the associations' while there is
 * an association, whatever became of the account (decisions §2; specification 1 §6: an empty list leads to the
 * user-not-allowed page).
 */
export const rolesAt = (now: Date) => sql<Role[]>`
  array(select role from user_roles where user_roles.user_id = users.id and case role
      when 'associationMember' then exists (select from association_people p where p.user_id = users.id)
      else users.is_enabled and users.enabled_at <= ${now} and users.deleted_at is null end
    order by place)`

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

/**
 * What is known of a session beside its person, to be carried over to a new id; locked. A subject that does not open is
 * none: nobody is kept from leaving by it.
 */
export async function takeSession(tx: Db, vault: Vault, idHash: string) {
  const row = await tx.selectFrom('sessions').selectAll().where('idHash', '=', idHash).forUpdate().executeTakeFirst()
  if (!row) return undefined
  const subject = await unlessDamaged(openSealed(vault, sealedSessions, idHash, row))
  return subject ?? { ...row, spidSubject: null, spidIndex: null }
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
