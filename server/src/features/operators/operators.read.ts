import {
  accountNames,
  type Colleague,
  type OperatorChange,
  type OperatorDetail,
  type OperatorFilter,
  type OperatorRow,
  type OperatorSearch,
  type Ordering,
  type Page,
  recordId,
} from '@portal/contract'
import * as z from 'zod/mini'
import { AppError, invalidInput } from '#platform/app-error.ts'
import { type AuditRecorder, idsOf } from '#platform/audit/audit-recorder.ts'
import { answerPage, type PageQuery, type PageRequest, type Place, readPage } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { conditionOf, hasSealedConditions, isLike, isOneOf, setConditionsOf } from './operator-search.ts'
import type { OperatorOptions } from './operators.options.ts'
import { countOf, type FieldChange, isActiveManager, isAssociationOnly } from './operators.rules.ts'
import {
  type AccountQuery,
  countAccounts,
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

// Names are encrypted: sorting by them decrypts all of them (decisions §1).
const sortedByName = 500
const colleaguesAtMost = 1000
const newestChanges = 100
const sortable = ['data_abilitazione', 'cognome']

const keyOf = ({ enabledAt, id }: StoredAccount) => `${enabledAt.getTime()}-${id}`

function readKey(text: string): Place | undefined {
  const [, at, id] = /^(-?[0-9]{1,15})-([0-9]{1,10})$/.exec(text) ?? []
  return at && z.safeParse(recordId, Number(id)).success ? [new Date(Number(at)), Number(id)] : undefined
}

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

const inItalian = new Intl.Collator('it')
const byName = (one: StoredAccount, other: StoredAccount) =>
  inItalian.compare(one.lastName, other.lastName) ||
  inItalian.compare(one.firstName, other.firstName) ||
  one.id - other.id

/** Cuts a page out of all rows, which are in order. */
function cut(rows: readonly StoredAccount[], { range, after, before }: PageRequest): StoredAccount[] {
  const size = range.to - range.from + 1
  const placeOf = (key: Place) => rows.findIndex(({ id }) => id === key[1])
  if (after) return rows.slice(placeOf(after) + 1, placeOf(after) + 1 + size)
  const end = before ? Math.max(placeOf(before), 0) : range.to
  return rows.slice(Math.max(end - size, 0), end)
}

const notOffered = () => invalidInput([{ path: 'ordinamenti', message: 'ordinamento_non_previsto' }])

function orderingOf(orderings: readonly Ordering[] = []): Ordering {
  const [ordering = { column: 'data_abilitazione', direction: 'desc' } as const, ...others] = orderings
  if (others.length > 0) throw notOffered()
  return ordering
}

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

  async function pageByName(query: AccountQuery, count: number, page: PageRequest, direction: 'asc' | 'desc') {
    if (count > sortedByName) throw notOffered()
    const rows = (await listAllAccounts(db, vault, query, sortedByName)).sort(byName)
    return cut(direction === 'asc' ? rows : rows.reverse(), page)
  }

  return {
    async list(request: PageQuery<OperatorSearch>, audit: AuditRecorder): Promise<Page<OperatorRow>> {
      const { words, ...filters } = request.filters ?? {}
      const page = readPage(request, readKey, sortable)
      const { column, direction } = orderingOf(request.orderings)
      const query = { filters, found: conditionOf(vault, words) }
      const count = await countAccounts(db, query, page)
      const rows =
        column === 'cognome'
          ? await pageByName(query, count, page, direction)
          : await listAccounts(db, vault, query, page, direction)
      audit.record('user', idsOf(rows))
      return answerPage(rows, { count, ...page }, { present: presentRow, keyOf })
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
