import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed, updateSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { listMemberships } from '#platform/session/memberships.ts'
import { isAccount } from '#platform/session/open-accounts.ts'
import { authorityOf, sealedUsers } from '#platform/session/sealed-users.ts'
import { confirmedRoles, rolesAt, rolesInOrder } from '#platform/session/session.store.ts'

/** An account by tax code, with its roles in order. */
export async function findUser(db: Db, vault: Vault, taxCode: string) {
  const row = await allUsers(db)
    .where(isAccount)
    .where('taxCodeToken', 'in', vault.uniqueTokens(sealedUsers, 'taxCode', taxCode))
    .executeTakeFirst()
  return row && openSealed(vault, sealedUsers, row.id, row)
}

/** An account that may sign in at `now`, with its valid roles; demonstration accounts only with `acceptsDemoPeople`. */
export async function findAllowed(
  db: Db,
  vault: Vault,
  { taxCode, now, acceptsDemoPeople }: { taxCode: string; now: Date; acceptsDemoPeople: boolean },
) {
  const row = await db
    .selectFrom('users')
    .selectAll('users')
    .select(rolesAt(now).as('roles'))
    .where(isAccount)
    .where('taxCodeToken', 'in', vault.uniqueTokens(sealedUsers, 'taxCode', taxCode))
    .where((eb) => eb.or([eb('isDemo', '=', false), eb.val(acceptsDemoPeople)]))
    .executeTakeFirst()
  if (!row) return undefined
  const user = await openSealed(vault, sealedUsers, row.id, row)
  // An attacker with write access to the database could set their own token on another account.
  if (user.taxCode !== taxCode) throw vault.alarm(sealedUsers, row.id, 'taxCodeToken')
  const roles = confirmedRoles(vault, user, now)
  const [selectedRole] = roles
  return selectedRole && { ...user, roles, selectedRole }
}

/** The demonstration accounts in order of creation. */
export async function listDemoUsers(db: Db, vault: Vault) {
  const rows = await allUsers(db).where('isDemo', '=', true).orderBy('id').execute()
  return Promise.all(rows.map((row) => openSealed(vault, sealedUsers, row.id, row)))
}

const allUsers = (db: Db) => db.selectFrom('users').selectAll('users').select(rolesInOrder)

/** The associations of a user, by name. */
export async function listAssociationsOf(db: Db, vault: Vault, userId: number) {
  const ids = (await listMemberships(db, vault, { userId })).map(({ associationId }) => associationId)
  if (ids.length === 0) return []
  return db.selectFrom('associations').select(['id', 'name']).where('id', 'in', ids).orderBy('name').execute()
}

interface NewUser {
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly mail: string
  readonly isEnabled: boolean
  readonly enabledAt: Date
  readonly isDemo: boolean
}

/** Adds an account; returns its id, or undefined if the tax code is taken. */
export async function addUser(
  tx: Db,
  vault: Vault,
  user: NewUser,
  roles: readonly Role[],
): Promise<number | undefined> {
  if (await findUser(tx, vault, user.taxCode)) return undefined
  // A server that starts concurrently adds the same accounts, possibly with tokens of another key: no unique index stops it.
  await sql`lock table users in share row exclusive mode`.execute(tx)
  if (await findUser(tx, vault, user.taxCode)) return undefined
  const userId = await nextId(tx, 'users')
  await insertSealed(tx, vault, sealedUsers, { ...user, id: userId, authority: authorityOf({ ...user, roles }) })
  const rows = roles.map((role, place) => ({ userId, role, place }))
  await tx.insertInto('userRoles').values(rows).execute()
  return userId
}

/** An account from an earlier version, whose roles and status are not sealed yet. */
export type UnconfirmedUser = Awaited<ReturnType<typeof listUnconfirmed>>[number]

/** Accounts whose roles are not sealed yet, at most a thousand. */
export async function listUnconfirmed(db: Db, vault: Vault) {
  const rows = await allUsers(db).where(isUnconfirmed).orderBy('users.id').limit(1000).execute()
  return Promise.all(rows.map((row) => openSealed(vault, sealedUsers, row.id, row)))
}

export async function countUnconfirmed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isUnconfirmed)
    .executeTakeFirstOrThrow()
  return count
}

const isUnconfirmed = sql<boolean>`authority is null and deleted_at is null`

/** Seals an account's roles and status as the tables have them. */
export const sealAuthority = (tx: Db, vault: Vault, user: UnconfirmedUser) =>
  updateSealed(tx, vault, sealedUsers, user.id, { ...user, authority: authorityOf(user) }).execute()

/** Adds a manager if there is no enabled one; returns the id, or undefined if there is one or the tax code is taken. */
export async function addFirstManager(
  tx: Db,
  vault: Vault,
  person: Omit<NewUser, 'isEnabled' | 'isDemo'>,
): Promise<number | undefined> {
  await sql`lock table users in share row exclusive mode`.execute(tx)
  const manager = await tx
    .selectFrom('userRoles')
    .innerJoin('users', 'users.id', 'userRoles.userId')
    .select('users.id')
    .where('role', '=', 'manager')
    .where('isDemo', '=', false)
    .where('isEnabled', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return manager ? undefined : addUser(tx, vault, { ...person, isEnabled: true, isDemo: false }, ['manager'])
}
