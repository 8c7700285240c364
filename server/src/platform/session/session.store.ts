import type { Role, SignInScheme } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { isGenuine } from '../protection/claims.ts'
import { insertSealed, openSealed, updateSealed } from '../protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '../protection/vault.ts'
import { type SessionClaims, sealedSessions } from './sealed-sessions.ts'
import { givesRole, type SealedUser, sealedUsers } from './sealed-users.ts'

/** The signed-in user, as the server sees them. */
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

/** How a session began: by an identity provider, with what its logout needs, or as a demo user. */
export type SignInMethod =
  | { readonly signIn: 'demo' }
  | { readonly signIn: SignInScheme; readonly spidSubject: string | null; readonly spidIndex: string | null }

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

const sessions = { sealed: sealedSessions, claimsOf }

export const insertSession = (tx: Db, vault: Vault, session: NewSession & SignInMethod) =>
  insertSealed(tx, vault, sealedSessions, { ...session, claims: claimsOf(session) })

/**
 * Returns the user of an unexpired session, in a role that they still have. A session or a role that the seals do not confirm
 * is ignored and raises an alarm, because somebody wrote to the database.
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
    // A revoked role ends the session in which it is selected.
    .where(sql<boolean>`selected_role = any(${rolesAt(now)})`)
    .executeTakeFirst()
  if (!row) return undefined
  if (!(await isGenuine(vault, sessions, idHash, { ...row, userId: row.id }))) return undefined
  const user = await openSealed(vault, sealedUsers, row.id, row)
  const roles = confirmedRoles(vault, user, now)
  return roles.includes(user.selectedRole) ? { ...user, roles } : undefined
}

/** The roles in the table that the seal of the account confirms. */
export function confirmedRoles(
  vault: Vault,
  { id, roles, authority }: { readonly id: number; readonly roles: readonly Role[] } & Pick<SealedUser, 'authority'>,
  now: Date,
): Role[] {
  const confirmed = roles.filter((role) => givesRole(authority, role, now))
  if (authority && confirmed.length < roles.length) vault.alarm(sealedUsers, id, 'authority')
  return confirmed
}

/** Roles of the joined `users` row in their order; the first one is selected at sign-in. */
export const rolesInOrder = sql<Role[]>`
  array(select role from user_roles where user_roles.user_id = users.id order by place)`.as('roles')

/**
 * The roles that admit the user at an instant: those of the office while the account is enabled, those of associations while
 * there is an association, or one that waits for an answer, even after the account is closed (decisions §2; specification 1 §6: an empty list leads to the
 * user-not-allowed page).
 */
export const rolesAt = (now: Date) => sql<Role[]>`
  array(select role from user_roles where user_roles.user_id = users.id and case role
      when 'associationMember' then exists (select from association_people p where p.user_id = users.id)
        or exists (select from association_invitations i where i.user_id = users.id)
      else users.is_enabled and users.enabled_at <= ${now} and users.deleted_at is null end
    order by place)`

/** Extends a session; never shortens it. All sealed values of a session are sealed together, under one key. */
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
  const { expiresAt } = session
  await updateSealed(db, vault, sealedSessions, idHash, { ...subject, claims: claimsOf(session) }, { expiresAt })
    .where('expiresAt', '<', session.expiresAt)
    .execute()
}

/** The user's subject at the provider. An unreadable subject is ignored, so that it never prevents a sign-out. */
const subjectOf = async (
  vault: Vault,
  idHash: string,
  { spidSubject, spidIndex }: { readonly spidSubject: Buffer | null; readonly spidIndex: Buffer | null },
) => ({
  spidSubject: null,
  spidIndex: null,
  ...(await unlessDamaged(vault.open(sealedSessions, idHash, { spidSubject, spidIndex }))),
})

export const deleteSession = (db: Db, idHash: string) =>
  db.deleteFrom('sessions').where('idHash', '=', idHash).execute()

/** Locks and returns a session, to continue it under a new id. */
export async function takeSession(tx: Db, vault: Vault, idHash: string) {
  const row = await tx.selectFrom('sessions').selectAll().where('idHash', '=', idHash).forUpdate().executeTakeFirst()
  return row && { ...row, ...(await subjectOf(vault, idHash, row)) }
}

/** The newest unexpired sessions of a user. */
export const listSessionsOf = (db: Db, userId: number, now: Date, limit: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'idHash', 'signIn', 'selectedRole', 'browser', 'network', 'createdAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Ends one session of a user, or all but one; returns how many. */
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

/**
 * Ends the sessions of a subject of an identity provider; returns the ids of their users (several if the provider reused
 * it).
 */
export async function deleteSessionsOfSubject(tx: Db, vault: Vault, spidSubject: string): Promise<number[]> {
  const rows = await tx
    .deleteFrom('sessions')
    .where('spidToken', 'in', vault.uniqueTokens(sealedSessions, 'spidSubject', spidSubject))
    .returning('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}
