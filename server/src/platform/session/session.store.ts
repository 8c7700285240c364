import { isDeepStrictEqual } from 'node:util'
import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { insertSealed, openSealed } from '../protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '../protection/vault.ts'
import { type SessionClaims, sealedSessions } from './sealed-sessions.ts'
import { givesRole, type SealedUser, sealedUsers } from './sealed-users.ts'

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

const claimsOf = ({ userId, selectedRole, expiresAt }: Pick<NewSession, 'userId' | 'selectedRole' | 'expiresAt'>) =>
  ({ userId, selectedRole, expiresAt: expiresAt.toISOString() }) satisfies SessionClaims

export const insertSession = (tx: Db, vault: Vault, session: NewSession & Began) =>
  insertSealed(tx, vault, sealedSessions, { ...session, claims: claimsOf(session) })

/**
 * The person of a session that has not ended, in a role that they still have. A session or a role that the seals do not
 * confirm is none, and raises an alarm: somebody wrote to the database.
 */
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
    .select(['users.id', 'taxCode', 'firstName', 'lastName', 'mail', 'phone', 'enabledAt', 'authority'])
    .select(['selectedRole', 'expiresAt', 'claims'])
    .select(rolesAt(now).as('roles'))
    .where('idHash', '=', idHash)
    .where('expiresAt', '>', now)
    .where((eb) => eb.or([eb('isDemo', '=', false), eb.val(acceptsDemoPeople)]))
    // A role that was taken away ends the session that selected it.
    .where(sql<boolean>`selected_role = any(${rolesAt(now)})`)
    .executeTakeFirst()
  if (!row) return undefined
  if (!(await isGenuine(vault, idHash, { ...row, userId: row.id }))) return undefined
  const user = await openSealed(vault, sealedUsers, row.id, row)
  const roles = confirmedRoles(vault, user, now)
  return roles.includes(user.selectedRole) ? { ...user, roles } : undefined
}

/** Whether a session's row says what was sealed with it. */
async function isGenuine(
  vault: Vault,
  idHash: string,
  row: Pick<NewSession, 'userId' | 'selectedRole' | 'expiresAt'> & { readonly claims: Buffer },
): Promise<boolean> {
  const { claims } = (await unlessDamaged(vault.open(sealedSessions, idHash, { claims: row.claims }))) ?? {}
  if (!claims) return false
  if (isDeepStrictEqual(claims, claimsOf(row))) return true
  vault.alarm(sealedSessions, idHash, 'claims')
  return false
}

/** Those of the roles in the table that the account's seal confirms. */
export function confirmedRoles(
  vault: Vault,
  { id, roles, authority }: { readonly id: number; readonly roles: readonly Role[] } & Pick<SealedUser, 'authority'>,
  now: Date,
): Role[] {
  const confirmed = roles.filter((role) => givesRole(authority, role, now))
  if (authority && confirmed.length < roles.length) vault.alarm(sealedUsers, id, 'authority')
  return confirmed
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

/** Moves the end of a session; only ever further away. All that is sealed in it is sealed together, under one key. */
export async function prolongSession(
  db: Db,
  vault: Vault,
  idHash: string,
  session: Pick<NewSession, 'userId' | 'selectedRole' | 'expiresAt'>,
): Promise<void> {
  const row = await db
    .selectFrom('sessions')
    .select(['spidSubject', 'spidIndex'])
    .where('idHash', '=', idHash)
    .where('expiresAt', '<', session.expiresAt)
    .executeTakeFirst()
  if (!row) return
  const subject = await subjectOf(vault, idHash, row)
  const columns = vault.seal(sealedSessions, idHash, { ...subject, claims: claimsOf(session) })
  await db
    .updateTable('sessions')
    .set({ ...columns, expiresAt: session.expiresAt } as never)
    .where('idHash', '=', idHash)
    .where('expiresAt', '<', session.expiresAt)
    .execute()
}

/** What the provider calls the person of a session. A subject that does not open is none: nobody is kept from leaving by it. */
const subjectOf = async (
  vault: Vault,
  idHash: string,
  { spidSubject, spidIndex }: { readonly spidSubject: Buffer | null; readonly spidIndex: Buffer | null },
) => ({
  ...{ spidSubject: null, spidIndex: null },
  ...(await unlessDamaged(vault.open(sealedSessions, idHash, { spidSubject, spidIndex }))),
})

export const deleteSession = (db: Db, idHash: string) =>
  db.deleteFrom('sessions').where('idHash', '=', idHash).execute()

/** What is known of a session beside its person, to be carried over to a new id; locked. */
export async function takeSession(tx: Db, vault: Vault, idHash: string) {
  const row = await tx.selectFrom('sessions').selectAll().where('idHash', '=', idHash).forUpdate().executeTakeFirst()
  return row && { ...row, ...(await subjectOf(vault, idHash, row)) }
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
