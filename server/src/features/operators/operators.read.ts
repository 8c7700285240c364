import {
  accountNames,
  type Colleague,
  type OperatorChange,
  type OperatorDetail,
  type OperatorFilter,
  type OperatorRow,
  type OperatorSearch,
  type Page,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { conditionOf, hasSealedConditions, isLike, isOneOf, setConditionsOf } from './operator-search.ts'
import type { OperatorOptions } from './operators.options.ts'
import { countOf, type FieldChange, isActiveManager, isAssociationOnly } from './operators.rules.ts'
import {
  byName,
  countOtherManagers,
  countSessions,
  findAccount,
  holdAccount,
  listAccounts,
  listAllAccounts,
  listChanges,
  listOpenCases,
  listStaff,
  type StaffMember,
  type StoredAccount,
} from './operators.store.ts'

const colleaguesAtMost = 1000
const newestChanges = 100

const presentRow = (account: StoredAccount): OperatorRow => ({
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
    ...{ id, action },
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

/** Reads the accounts of the office for RUP, and the list of colleagues. */
export function createOperatorReader(options: OperatorOptions) {
  const { db, vault, clock } = options

  return {
    async list(request: PageQuery<OperatorSearch>): Promise<Page<OperatorRow>> {
      const { words, ...filters } = request.filters ?? {}
      const page = await listAccounts(db, request, { filters, found: conditionOf(vault, words), vault })
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
      const now = clock.now()
      const rows = await listAllAccounts(from, vault, { filters: { isEnabled: true } }, colleaguesAtMost)
      return rows
        .filter(({ enabledAt }) => enabledAt <= now)
        .sort(byName)
        .map(({ id, firstName, lastName, roles }) => ({ id, firstName, lastName, roles: [...roles] }))
    },

    /** The active operators with their roles; decrypts no names. */
    async staff(from: Db = db): Promise<Pick<StaffMember, 'id' | 'roles'>[]> {
      const now = clock.now()
      const rows = await listStaff(from, { filters: { isEnabled: true } }, colleaguesAtMost)
      return rows.filter(({ enabledAt }) => enabledAt <= now)
    },

    holdWorker: (tx: Db, id: number) => holdAccount(tx, id, 'share'),

    idsLike: (filter: OperatorFilter) => idsLike(options, filter),
  }
}
