import {
  dayMs,
  listOperators,
  type OperatorFilters,
  officeZone,
  pendingStatuses,
  type Role,
  taxCode,
} from '@portal/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { invalidInput } from '#platform/app-error.ts'
import { byInstant, defineList } from '#platform/database/list.ts'
import { nextId } from '#platform/database/new-rows.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, openSealed, updateSealed, writeTokens } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { isAccount, isOrWasAccount } from '#platform/session/open-accounts.ts'
import { authorityOf, type SealedUser, sealedUsers } from '#platform/session/sealed-users.ts'
import type { Account, HistoryEntry, OpenCases } from './operators.rules.ts'
import { sealedChanges } from './sealed-changes.ts'

export type StoredAccount = Account & { readonly id: number; readonly version: number }

/** A query for accounts. */
export interface AccountQuery {
  readonly filters?: OperatorFilters | undefined
  /** SQL condition of the search by words. */
  readonly found?: RawBuilder<boolean> | undefined
  /** Includes accounts that had cases and are deleted, or have another role now. */
  readonly isOfAnyTime?: boolean
  /** Only these of them. */
  readonly ids?: readonly number[] | undefined
}

const numbers = (tokens: readonly string[]) => sql`${`{${tokens.join()}}`}::bigint[]`

/** SQL condition for a search by words: a whole tax code, a whole mail address, else words of name and surname. */
export function searchCondition(vault: Vault, words: OperatorFilters['words']): RawBuilder<boolean> | undefined {
  if (!words) return undefined
  const code = z.safeParse(taxCode, words)
  if (code.success)
    return sql<boolean>`tax_code_token = any(${numbers(vault.uniqueTokens(sealedUsers, 'taxCode', code.data))})`
  if (words.includes('@'))
    return sql<boolean>`mail_token = any(${numbers(vault.uniqueTokens(sealedUsers, 'mail', words.toLowerCase()))})`
  const groups = vault.find(sealedUsers, ['firstName', 'lastName'], words)
  if (groups.length === 0) throw invalidInput([{ path: 'filtri.nominativo', message: 'ricerca_troppo_corta' }])
  const meets = groups.map((group) => sql`tokens && ${numbers(group)}`)
  return sql<boolean>`users.id in (select id from user_tokens where ${sql.join(meets, sql` and `)})`
}

type UserQuery<O> = SelectQueryBuilder<Tables, 'users', O>

const holds = (roles: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from user_roles r where r.user_id = users.id and ${roles})`

const worksHere = holds(sql`role <> 'associationMember'`)
const hadCases = sql<boolean>`exists (select from cases where cases.assigned_to = users.id)`

const isMidnight = (instant: Date) => instant.getTime() % dayMs === 0

/** Converts a day (midnight in UTC on the wire) to midnight in the time zone of the office; other instants stay. */
const dayOrInstant = (instant: Date, later: number) =>
  isMidnight(instant)
    ? sql<Date>`(${instant.toISOString().slice(0, 10)}::date + ${later}::int)::timestamp at time zone ${officeZone}`
    : sql<Date>`${instant}`

/** Selects the accounts of the office that match a query; deleted ones only with `isOfAnyTime`. */
/** Selects the accounts that match. */
export function accountsMatching(db: Db, { filters = {}, found, isOfAnyTime, ids }: AccountQuery): UserQuery<object> {
  const { enabledFrom: from, enabledTo: to, roles, isEnabled } = filters
  const conditions = [
    isOfAnyTime ? sql<boolean>`(${worksHere} or ${hadCases})` : worksHere,
    ...(roles?.length ? [holds(sql`role = any(${roles})`)] : []),
    ...(from ? [sql<boolean>`enabled_at >= ${dayOrInstant(from, 0)}`] : []),
    ...(to ? [sql<boolean>`enabled_at ${sql.raw(isMidnight(to) ? '<' : '<=')} ${dayOrInstant(to, 1)}`] : []),
    ...(isEnabled === undefined ? [] : [sql<boolean>`is_enabled = ${isEnabled}`]),
    ...(found ? [found] : []),
    ...(ids ? [sql<boolean>`users.id = any(${[...ids]}::int[])`] : []),
  ]
  return conditions.reduce<UserQuery<object>>(
    (query, condition) => query.where(condition),
    db.selectFrom('users').where(isOfAnyTime ? isOrWasAccount : isAccount),
  )
}

/** All roles of an account; sign-in selects the first. */
export const allRoles = sql<Role[]>`
  array(select role from user_roles where user_roles.user_id = users.id order by place)`.as('roles')

const whole = <O>(query: UserQuery<O>) => query.selectAll('users').select(allRoles)

type SealedAccount = Awaited<ReturnType<ReturnType<typeof whole<object>>['execute']>>[number]

/** Shown for a name that cannot be decrypted: one damaged account must not make the list fail. */
const damaged = { taxCode: '', firstName: '', lastName: '⚠', mail: null, phone: null }

const openForList = async (vault: Vault, row: SealedAccount): Promise<StoredAccount> =>
  (await unlessDamaged(openSealed(vault, sealedUsers, row.id, row))) ?? { ...row, ...damaged }

const inItalian = new Intl.Collator('it')
export const byName = (one: StoredAccount, other: StoredAccount) =>
  inItalian.compare(one.lastName, other.lastName) ||
  inItalian.compare(one.firstName, other.firstName) ||
  one.id - other.id

const byEnabledAt = byInstant('users.enabledAt', 'users.id')

type VaultQuery = AccountQuery & { readonly vault: Vault }

/** Pages of accounts. Names are encrypted: sorting by them decrypts all of them (decisions §1). */
export const listAccounts = defineList({
  order: byEnabledAt,
  sortNames: listOperators.sorts,
  sorts: { enabledAt: byEnabledAt, lastName: byEnabledAt },
  rows: (db: Db, query: VaultQuery) => whole(accountsMatching(db, query)),
  open: (row: SealedAccount, { vault }: VaultQuery) => openForList(vault, row),
  inMemory: { column: 'lastName', maxRows: 500, compare: byName },
})

/** All accounts that match, at most `limit`. */
export async function listAllAccounts(
  db: Db,
  vault: Vault,
  query: AccountQuery,
  limit: number,
): Promise<StoredAccount[]> {
  const rows = await whole(accountsMatching(db, query)).orderBy('users.id').limit(limit).execute()
  return Promise.all(rows.map((row) => openForList(vault, row)))
}

/** All accounts after an id, also deleted ones and those of people who act for associations. */
export async function listAccountsAfter(db: Db, vault: Vault, after: number, limit: number): Promise<StoredAccount[]> {
  const rows = await whole(db.selectFrom('users').where(isOrWasAccount))
    .where('users.id', '>', after)
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return Promise.all(rows.map((row) => openForList(vault, row)))
}

/** An account with its roles, deleted or not. */
export async function findAccount(db: Db, vault: Vault, id: number): Promise<StoredAccount | undefined> {
  const row = await whole(db.selectFrom('users')).where('users.id', '=', id).where(isOrWasAccount).executeTakeFirst()
  return row && openSealed(vault, sealedUsers, id, row)
}

/** The ids of the accounts with a tax code and with a mail address, including accounts of an unfinished upload. */
export async function findIds(
  db: Db,
  vault: Vault,
  { taxCode, mail }: { readonly taxCode: string; readonly mail: string },
): Promise<{ byTaxCode: number | undefined; byMail: number | undefined }> {
  const living = db.selectFrom('users').select('id').where('deletedAt', 'is', null)
  const codes = vault.uniqueTokens(sealedUsers, 'taxCode', taxCode)
  const mails = vault.uniqueTokens(sealedUsers, 'mail', mail)
  const byTaxCode = await living.where('taxCodeToken', 'in', codes).executeTakeFirst()
  const byMail = await living.where('mailToken', 'in', mails).executeTakeFirst()
  return { byTaxCode: byTaxCode?.id, byMail: byMail?.id }
}

/** Serializes changes to accounts until the transaction ends, so that checks for duplicates and the last RUP hold. Readers do not wait. */
export const lockAccounts = (tx: Db) => sql`lock table users in share row exclusive mode`.execute(tx)

const openColumns = ({ isEnabled, enabledAt, disabledAt, deletedAt }: Account) => ({
  isEnabled,
  enabledAt,
  disabledAt,
  deletedAt,
})
const sealedValues = (account: Account): SealedUser => {
  const { taxCode, firstName, lastName, mail, phone } = account
  return { taxCode, firstName, lastName, mail, phone, authority: authorityOf(account) }
}

/** Inserts an account; `known` is its id, where there is one already. */
export async function insertAccount(tx: Db, vault: Vault, account: Account, known?: number): Promise<number> {
  const id = known ?? (await nextId(tx, 'users'))
  await insertSealed(tx, vault, sealedUsers, { ...sealedValues(account), ...openColumns(account), id })
  await writeRoles(tx, id, account.roles)
  return id
}

/** Overwrites an account. Its encrypted fields are sealed together. */
export async function updateAccount(tx: Db, vault: Vault, id: number, account: Account): Promise<void> {
  const values = sealedValues(account)
  const columns = { ...openColumns(account), version: sql<number>`version + 1` }
  await updateSealed(tx, vault, sealedUsers, id, values, columns).execute()
  await writeTokens(tx, vault, sealedUsers, id, values)
  await tx.deleteFrom('userRoles').where('userId', '=', id).execute()
  await writeRoles(tx, id, account.roles)
}

async function writeRoles(tx: Db, userId: number, roles: readonly Role[]): Promise<void> {
  const rows = roles.map((role, place) => ({ userId, role, place }))
  await tx.insertInto('userRoles').values(rows).execute()
}

interface Happening extends HistoryEntry {
  readonly userId: number
  readonly changedBy: number
  readonly changedAt: Date
}

export async function insertChange(tx: Db, vault: Vault, { changes, ...change }: Happening): Promise<void> {
  const id = await nextId(tx, 'user_changes')
  await insertSealed(tx, vault, sealedChanges, { ...change, id, details: JSON.stringify(changes) })
}

/** The newest changes of an account; those that cannot be decrypted have no values. */
export async function listChanges(db: Db, vault: Vault, userId: number, limit: number) {
  const rows = await db
    .selectFrom('userChanges')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      details: (await unlessDamaged(openSealed(vault, sealedChanges, row.id, row)))?.details ?? '[]',
    })),
  )
}

/** Number of other active managers (RUP); demonstration accounts count only where they may sign in. */
export async function countOtherManagers(
  db: Db,
  id: number,
  { now, withDemoPeople }: { now: Date; withDemoPeople: boolean },
): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('users.id', '<>', id)
    .where(isAccount)
    .where('isEnabled', '=', true)
    .where('enabledAt', '<=', now)
    .$if(!withDemoPeople, (query) => query.where('isDemo', '=', false))
    .where(holds(sql`role = 'manager'`))
    .executeTakeFirstOrThrow()
  return count
}

export const listOpenCases = (db: Db, userId: number): Promise<OpenCases> =>
  db
    .selectFrom('cases')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .where('assignedTo', '=', userId)
    .where('status', 'in', [...pendingStatuses])
    .groupBy('status')
    .execute()

/** The open cases of an operator, which nobody else changes until the transaction ends. */
export const lockOpenCases = (tx: Db, userId: number) =>
  tx
    .selectFrom('cases')
    .select(['id', 'status'])
    .where('assignedTo', '=', userId)
    .where('status', 'in', [...pendingStatuses])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Moves cases to another operator and clears proposals to close them. */
export const moveCases = (tx: Db, ids: readonly number[], toId: number) =>
  tx
    .updateTable('cases')
    .set((eb) => ({ assignedTo: toId, closingProposedAt: null, version: eb('version', '+', 1) }))
    .where(sql<boolean>`id = any(${`{${ids.join()}}`}::int[])`)
    .execute()

/** Number of active sessions of a user. */
export async function countSessions(db: Db, userId: number, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .where(sql<boolean>`selected_role in (select role from user_roles where user_roles.user_id = sessions.user_id)`)
    .executeTakeFirstOrThrow()
  return count
}
