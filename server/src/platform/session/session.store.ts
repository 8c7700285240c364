import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { openSealed } from '../protection/sealed-rows.ts'
import type { Vault } from '../protection/vault.ts'
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

interface NewSession {
  readonly idHash: string
  readonly userId: number
  readonly selectedRole: Role
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const insertSession = (db: Db, session: NewSession) => db.insertInto('sessions').values(session).execute()

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
    .where((eb) => eb.or([eb('isDemo', '=', false), eb.val(acceptsDemoPeople)]))
    // A role that was taken away ends the session that selected it.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('userRoles')
          .select('userRoles.role')
          .whereRef('userRoles.userId', '=', 'users.id')
          .whereRef('userRoles.role', '=', 'sessions.selectedRole'),
      ),
    )
    .executeTakeFirst()
  return row && openSealed(vault, sealedUsers, row.id, row)
}

/** Roles of the joined `users` row, the one selected at sign-in first. */
export const rolesInOrder = sql<Role[]>`
  array(select role from user_roles where user_roles.user_id = users.id order by place)`.as('roles')

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
