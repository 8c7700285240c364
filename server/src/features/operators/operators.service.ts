import {
  accountNames,
  type ChangedOperator,
  type Colleague,
  type NewOperator,
  type OperatorChange,
  type OperatorDetail,
  type OperatorFilter,
  type OperatorFilters,
  type OperatorRow,
  type Page,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { PageQuery } from '#platform/database/page.ts'
import { together } from '#platform/database/together.ts'
import type { Db } from '#platform/database/transaction.ts'
import { inSmallLetters } from '#platform/protection/fold.ts'
import type { Caller } from '#platform/session/caller.ts'
import { namesOf } from '#platform/session/user-names.ts'
import {
  addAccount,
  type ChangeContext,
  changeAccount,
  type OperatorOptions,
  reassign,
  removeAccount,
} from './operators.changes.ts'
import { countOf, type FieldChange, isActiveManager, isAssociationOnly } from './operators.rules.ts'
import {
  byName,
  countOtherManagers,
  countSessions,
  findAccount,
  listAccounts,
  listAllAccounts,
  listChanges,
  listOpenCases,
  lockAccounts,
  type StoredAccount,
  searchCondition,
} from './operators.store.ts'
import { holdAccount, listStaff, type StaffMember, selectEnabledStaff } from './staff.store.ts'

export type Operators = ReturnType<typeof createOperators>

/** The accounts of the office (specification 2 §7, decisions §2). Changes are serialized. */
export function createOperators(options: OperatorOptions) {
  const { inTransaction, clock } = options
  const serialized = <T>({ user, audit }: Caller, work: (context: ChangeContext) => Promise<T>): Promise<T> =>
    inTransaction(audit, async (tx) => {
      await lockAccounts(tx)
      return work({ ...options, tx, user, audit, now: clock.now() })
    })
  return {
    ...createOperatorReader(options),
    add: (input: NewOperator, caller: Caller) => serialized(caller, (context) => addAccount(context, input)),
    change: (input: ChangedOperator, caller: Caller) => serialized(caller, (context) => changeAccount(context, input)),
    remove: (id: number, caller: Caller) => serialized(caller, (context) => removeAccount(context, id)),
    reassign: (move: { fromId: number; toIds: readonly number[] }, caller: Caller) =>
      serialized(caller, (context) => reassign(context, move)),
  }
}

const colleaguesAtMost = 1000
const newestChanges = 100

/** An account as lists show it. */
export const presentRow = (account: StoredAccount): OperatorRow => ({
  id: account.id,
  taxCode: account.taxCode,
  firstName: account.firstName,
  lastName: account.lastName,
  mail: account.mail ?? undefined,
  phone: account.phone ?? undefined,
  isEnabled: account.isEnabled,
  enabledAt: account.enabledAt,
  disabledAt: account.disabledAt ?? undefined,
  roles: [...account.roles],
})

async function historyOf({ db, vault }: OperatorOptions, id: number): Promise<OperatorChange[]> {
  const changes = await listChanges(db, vault, id, newestChanges)
  const names = await namesOf(db, vault, [...new Set(changes.flatMap(({ changedBy }) => changedBy ?? []))])
  return changes.map(({ id, action, changedAt, changedBy, details }) => ({
    id,
    action,
    at: changedAt,
    by: changedBy === null ? undefined : names.get(changedBy),
    fields: (JSON.parse(details) as FieldChange[]).map((change) => ({ ...change, field: accountNames[change.field] })),
  }))
}

async function detailOf(options: OperatorOptions, account: StoredAccount): Promise<OperatorDetail> {
  const { db, clock, withDemoPeople } = options
  const { id } = account
  const now = clock.now()
  const [openCases, openSessions, otherManagers, history] = await Promise.all([
    listOpenCases(db, id),
    countSessions(db, id, now),
    countOtherManagers(db, id, { now, withDemoPeople }),
    historyOf(options, id),
  ])
  return {
    ...presentRow(account),
    version: account.version,
    deletedAt: account.deletedAt ?? undefined,
    openCases: countOf(openCases),
    openStatuses: openCases.map(({ status }) => status),
    openSessions,
    isLastManager: isActiveManager(account, now) && otherManagers === 0,
    history,
  }
}

const beginsWith = (text: string, search: string | undefined) =>
  search === undefined || inSmallLetters(text).startsWith(inSmallLetters(search.trim()))
const isSameText = (text: string | null, search: string | undefined) =>
  search === undefined || (text ?? '').toLowerCase() === search.trim().toLowerCase()
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The conditions of a filter on operators, without empty texts and lists. */
const setConditionsOf = (filter: OperatorFilter): OperatorFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value.length > 0))

/** Whether a filter on operators has conditions on encrypted fields, for which accounts must be decrypted. */
const hasSealedConditions = ({ ids, roles, ...conditions }: OperatorFilter): boolean =>
  Object.values(conditions).some((text) => text !== undefined)

/** Whether an account matches the conditions on clear fields: ids and roles. */
const isOneOf = ({ id, roles: accountRoles }: StaffMember, { ids, roles }: OperatorFilter): boolean =>
  (!ids?.length || ids.includes(id)) && (!roles?.length || roles.some((role) => accountRoles.includes(role)))

/** A number without digits matches no account. */
const isPhone = (phone: string | undefined | null, number: string | undefined) =>
  number === undefined || (digitsOf(number) !== '' && digitsOf(phone ?? '') === digitsOf(number))

/** Whether an account matches all conditions of a filter; names match by prefix. */
function isLike(account: StoredAccount, filter: OperatorFilter): boolean {
  const { ids, roles, ...conditions } = filter
  return (
    isOneOf(account, filter) &&
    isSameText(account.taxCode, conditions.taxCode) &&
    isSameText(account.mail, conditions.mail) &&
    isPhone(account.phone, conditions.phone) &&
    beginsWith(account.firstName, conditions.firstName) &&
    beginsWith(account.lastName, conditions.lastName)
  )
}

/** Ids of the accounts, deleted ones included, that match a filter on operators; undefined for a filter without conditions. */
async function idsLike({ db, vault }: OperatorOptions, filter: OperatorFilter): Promise<number[] | undefined> {
  const conditions = setConditionsOf(filter)
  if (Object.keys(conditions).length === 0) return undefined
  const query = { isOfAnyTime: true }
  const matches = hasSealedConditions(conditions)
    ? (await listAllAccounts(db, vault, query, colleaguesAtMost)).filter((account) => isLike(account, conditions))
    : (await listStaff(db, query, colleaguesAtMost)).filter((account) => isOneOf(account, conditions))
  return matches.map(({ id }) => id)
}

type Worker = Pick<StaffMember, 'id' | 'roles'>

/** Reads the accounts of the office for RUP, and the list of colleagues. */
function createOperatorReader(options: OperatorOptions) {
  const { db, vault, clock } = options
  const isActive = ({ enabledAt }: Pick<StaffMember, 'enabledAt'>) => enabledAt <= clock.now()

  return {
    async list(request: PageQuery<OperatorFilters>): Promise<Page<OperatorRow>> {
      const { words, ...filters } = request.filters ?? {}
      const page = await listAccounts(db, request, { filters, found: searchCondition(vault, words), vault })
      return { ...page, rows: page.rows.map(presentRow) }
    },

    /** An account; 409 with the whole record for a deleted account. */
    async get(id: number, audit: AuditRecorder): Promise<OperatorDetail> {
      const account = await findAccount(db, vault, id)
      if (!account || isAssociationOnly(account)) throw new AppError('not_found')
      audit.record('user', [id])
      const detail = await detailOf(options, account)
      if (account.deletedAt) throw new AppError('operator_deleted', { record: detail })
      return detail
    },

    /** The active operators, sorted by name. */
    async colleagues(from: Db = db): Promise<Colleague[]> {
      const rows = await listAllAccounts(from, vault, { filters: { isEnabled: true } }, colleaguesAtMost)
      return rows
        .filter(isActive)
        .sort(byName)
        .map(({ id, firstName, lastName, roles }) => ({ id, firstName, lastName, roles: [...roles] }))
    },

    /** The active operators, or those among `ids`, with their roles; decrypts no names. */
    async staff(from: Db = db, ids?: readonly number[]): Promise<Worker[]> {
      const [rows] = await together(from, selectEnabledStaff(from, ids, colleaguesAtMost))
      return rows.filter(isActive)
    },

    /** An active operator, whose account is locked until the transaction ends; undefined for another account. */
    async holdWorker(tx: Db, id: number): Promise<Worker | undefined> {
      const [, [row]] = await together(tx, holdAccount.filled(tx, { id }, 'share'), selectEnabledStaff(tx, [id], 1))
      return row && isActive(row) ? row : undefined
    },

    idsLike: (filter: OperatorFilter) => idsLike(options, filter),
  }
}
