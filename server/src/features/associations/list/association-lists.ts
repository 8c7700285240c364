import {
  type AssociationFilters,
  type AssociationRow,
  type AssociationStatus,
  type AssociationTabName,
  associationLists,
  associationListTabs,
  associationSorts,
  officeZone,
  type Page,
  type PlainDate,
  type RegisterTab,
  type Role,
  sealedAssociationFilters,
} from '@portal/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { invalidInput } from '#platform/app-error.ts'
import { type Clock, todayOf } from '#platform/clock.ts'
import { byInstant, byText, defineList, type ListOrder, type Row } from '#platform/database/list.ts'
import { type PageQuery, textKeyOf, textKeyReader } from '#platform/database/page.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import type { Selection } from '#platform/spreadsheets/record-source.ts'
import { requestDaysOf, requestNumberOf } from '../associations.rules.ts'
import { hasTokens } from '../record/associations.store.ts'
import { sealedAssociations } from '../record/sealed-associations.ts'
import {
  isChecked,
  isExpiring,
  isOneOf,
  isPastTerm,
  isTurnOf,
  registerCounts,
  waitsForDocuments,
} from './association-counts.ts'
import { readRegisterQueue } from './register-queue.ts'

export type AssociationList = keyof typeof associationLists

interface ListQuery {
  readonly statuses: readonly AssociationStatus[]
  readonly filters: AssociationFilters
  /** Tokens of the searched words, in groups: one of each group must be in a row. */
  readonly groups: readonly (readonly string[])[]
  readonly vault: Vault
  readonly today: PlainDate
  /** Only these of them. */
  readonly chosen?: readonly number[] | undefined
}

type Query<O> = SelectQueryBuilder<Tables, 'associations', O>

/** Midnight of a day in the office's time zone. */
const midnight = (day: PlainDate, later = 0) =>
  sql<Date>`(${day}::date + ${later}::int)::timestamp at time zone ${officeZone}`

/** What the filters with yes and no ask. */
const is = {
  isLate: isPastTerm,
  hasProposal: () => sql<boolean>`(proposed_at is not null)`,
  isRemovalRequested: () => sql<boolean>`(removal_requested_on is not null)`,
  isCheckComplete: () => isChecked,
  isRenewalWaiting: () => waitsForDocuments,
  isExpiring,
} as const satisfies Partial<Record<keyof AssociationFilters, (today: PlainDate) => RawBuilder<boolean>>>
const flags = Object.keys(is) as (keyof typeof is)[]

function conditionsOf({ filters, groups, today, chosen }: ListQuery) {
  const { regions, grounds, id, turns } = filters
  const range = (column: string, from: PlainDate | undefined, to: PlainDate | undefined) => [
    ...(from ? [sql<boolean>`${sql.ref(column)} >= ${from}::date`] : []),
    ...(to ? [sql<boolean>`${sql.ref(column)} <= ${to}::date`] : []),
  ]
  const instants = (column: string, from: PlainDate | undefined, to: PlainDate | undefined) => [
    ...(from ? [sql<boolean>`${sql.ref(column)} >= ${midnight(from)}`] : []),
    ...(to ? [sql<boolean>`${sql.ref(column)} < ${midnight(to, 1)}`] : []),
  ]
  return [
    ...(regions?.length ? [sql<boolean>`region_id = any(${regions}::int[])`] : []),
    ...(grounds?.length ? [sql<boolean>`ground_ids && ${grounds}::int[]`] : []),
    ...(id === undefined ? [] : [sql<boolean>`associations.id = ${id}`]),
    ...(turns?.length ? [isTurnOf(turns, today)] : []),
    ...flags.flatMap((flag) =>
      filters[flag] === undefined ? [] : [sql<boolean>`${is[flag](today)} = ${filters[flag]}`],
    ),
    ...instants('current_request_at', filters.requestedFrom, filters.requestedTo),
    ...instants('status_since', filters.eventFrom, filters.eventTo),
    ...range('enrolled_on', filters.enrolledFrom, filters.enrolledTo),
    ...range('renewed_on', filters.renewedFrom, filters.renewedTo),
    ...(groups.length > 0 ? [hasTokens(groups)] : []),
    ...(chosen ? [sql<boolean>`associations.id = any(${chosen}::int[])`] : []),
  ]
}

const columns = [
  'associations.id',
  'keyId',
  'name',
  'number',
  'status',
  'version',
  'requestYear',
  'requestPlace',
  'currentRequestAt',
  'requestedAt',
  'enrolledOn',
  'renewedOn',
  'expiresOn',
  'closedOn',
  'documentsDueOn',
  'representative',
  'email',
  'regionId',
  'mainGroundId',
  'proposedAt',
  'removalRequestedOn',
] as const

export const listRows = (db: Db) => db.selectFrom('associations').select(columns)
const rowsOf = (db: Db, query: ListQuery) =>
  conditionsOf(query).reduce(
    (narrowed, condition) => narrowed.where(condition),
    listRows(db).where(isOneOf(query.statuses)),
  )
type StoredRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

const damaged = { number: null, representative: '⚠', email: null }

export async function openRow(
  row: StoredRow,
  { vault, today }: Pick<ListQuery, 'vault' | 'today'>,
): Promise<AssociationRow> {
  const opened = (await unlessDamaged(openSealed(vault, sealedAssociations, row.id, row))) ?? { ...row, ...damaged }
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    version: row.version,
    ...requestDaysOf(row),
    number: opened.number ?? undefined,
    enrolledOn: row.enrolledOn ?? undefined,
    renewedOn: row.renewedOn ?? undefined,
    expiresOn: row.expiresOn ?? undefined,
    closedOn: row.closedOn ?? undefined,
    dueOn: row.documentsDueOn ?? undefined,
    isLate: row.documentsDueOn !== null && row.documentsDueOn < today,
    requestNumber: requestNumberOf(row.requestYear, row.requestPlace),
    representative: opened.representative ?? undefined,
    email: opened.email ?? undefined,
    regionId: row.regionId ?? undefined,
    groundId: row.mainGroundId ?? undefined,
    hasProposal: row.proposedAt !== null,
    isRemovalRequested: row.removalRequestedOn !== null,
  }
}

/** Orders by a day that every row of the list has, then by id. */
const byDay = <C extends 'enrolledOn' | 'expiresOn' | 'closedOn'>(
  column: C,
): ListOrder<Row & { readonly [K in C]: PlainDate | null }> => ({
  columns: [`associations.${column}`, 'associations.id'],
  keyOf: (row) => textKeyOf([row[column] ?? '', row.id]),
  readKey: textKeyReader(['string', 'number']),
})
const byRequest = byInstant('associations.currentRequestAt', 'associations.id')
const byName = byText('associations.name', 'associations.id')

const search = { isOne: ({ groups }: ListQuery) => groups.length > 0, all: listRows }

// biome-ignore format: a table
const lists = {
  newRequests: defineList({ rows: rowsOf, search, open: openRow, order: byRequest,            sortNames: associationSorts.newRequests, sorts: { name: byName, requestedAt: byRequest } }),
  enrolled:    defineList({ rows: rowsOf, search, open: openRow, order: byDay('enrolledOn'),  sortNames: associationSorts.enrolled,    sorts: { name: byName, enrolledOn: byDay('enrolledOn'), expiresOn: byDay('expiresOn') } }),
  notEnabled:  defineList({ rows: rowsOf, search, open: openRow, order: byDay('closedOn'),    sortNames: associationSorts.notEnabled,  sorts: { name: byName, closedOn: byDay('closedOn') } }),
} as const satisfies Record<AssociationList, unknown>

/** The order in which each list begins: what waits longest comes first. */
const firstOrders = {
  newRequests: [{ column: associationSorts.newRequests.requestedAt, direction: 'asc' }],
  enrolled: [{ column: associationSorts.enrolled.enrolledOn, direction: 'desc' }],
  notEnabled: [{ column: associationSorts.notEnabled.closedOn, direction: 'desc' }],
} as const satisfies Record<AssociationList, PageQuery<unknown>['orderings']>

interface Needs {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
}

/** The lists of associations, and their numbers. */
export function createAssociationLists({ db, vault, clock }: Needs) {
  /** The tokens of the searched words, of all filters together. */
  function groupsOf(filters: AssociationFilters): string[][] {
    return (['name', ...sealedAssociationFilters] as const).flatMap((key) => {
      const words = filters[key]
      if (!words) return []
      const groups = vault.find(sealedAssociations, [key === 'name' ? 'searchedName' : key], words)
      if (groups.length === 0) throw invalidInput([{ path: 'filtri', message: 'ricerca_troppo_corta' }])
      return groups
    })
  }

  function queryOf(list: AssociationList, filters: AssociationFilters): ListQuery {
    const ofList: readonly AssociationStatus[] = associationLists[list]
    const statuses = filters.statuses?.length ? ofList.filter((one) => filters.statuses?.includes(one)) : ofList
    return { statuses, filters, groups: groupsOf(filters), vault, today: todayOf(clock) }
  }

  return {
    list(list: AssociationList, request: PageQuery<AssociationFilters>): Promise<Page<AssociationRow>> {
      const orderings = request.orderings ?? firstOrders[list]
      return lists[list](db, { ...request, orderings }, queryOf(list, request.filters ?? {}))
    },

    /** The ids of all associations of a list that match the filters, or of the chosen ones among them, in order. */
    ids: (list: AssociationList, filters: AssociationFilters, { chosen, orderings = firstOrders[list] }: Selection) =>
      lists[list].ids(db, orderings, { ...queryOf(list, filters), chosen }),

    /** SQL for the ids of all associations that match the filters: for statistics. */
    matching(filters: AssociationFilters): RawBuilder<{ id: number }> {
      const statuses = filters.statuses?.length ? filters.statuses : allStatuses
      const conditions = conditionsOf({ statuses, filters, groups: groupsOf(filters), vault, today: todayOf(clock) })
      return sql`select associations.id from associations where ${sql.join([isOneOf(statuses), ...conditions], sql` and `)}`
    },

    /** How many associations each tab of a list opens for a role, by one statement. */
    async tabCounts(list: AssociationList, role: Role) {
      const tabs = associationListTabs(list, role)
      const counts = tabs.map(({ name, filters }) => {
        const query = queryOf(list, filters)
        const conditions = [isOneOf(query.statuses), ...conditionsOf(query)]
        return sql`count(*) filter (where ${sql.join(conditions, sql` and `)})::int as ${sql.ref(name)}`
      })
      const { rows } = await sql<Record<AssociationTabName, number>>`
        select ${sql.join(counts)} from associations where ${isOneOf(associationLists[list])}`.execute(db)
      return { rows: tabs.map(({ name: tab }) => ({ tab, count: rows[0]?.[tab] ?? 0 })) }
    },

    counts: (role: Role) => registerCounts(db, todayOf(clock), role),

    queue: (role: Role, tab: RegisterTab | undefined) => readRegisterQueue(db, { role, tab, today: todayOf(clock) }),

    /** The associations of which a person is legal representative, contact or delegate, or was named so. */
    async ofPerson({ userId, invitedTo }: NamedPerson, { from = 1, to = from + 9 }: { from?: number; to?: number }) {
      const query = { statuses: allStatuses, filters: {}, groups: [], vault, today: todayOf(clock) }
      if (userId === undefined && invitedTo.length === 0) return { rows: [], count: 0, from, to }
      const invited = invitedTo.map(({ associationId }) => associationId)
      const rows = await ofMember(rowsOf(db, query), userId ?? 0, invited)
        .orderBy('associations.id', 'desc')
        .execute()
      const page = await Promise.all(rows.slice(from - 1, to).map((row) => openRow(row, query)))
      return { rows: page, count: rows.length, from, to }
    },
  }
}

const allStatuses: readonly AssociationStatus[] = Object.values(associationLists).flat()

/** A person as associations name them. */
export interface NamedPerson {
  readonly userId: number | undefined
  readonly invitedTo: readonly { readonly associationId: number }[]
}

/** The associations of a user and some others, at most 100. */
const ofMember = <O>(query: Query<O>, userId: number, others: readonly number[]) =>
  query
    .where((eb) =>
      eb.or([
        sql<boolean>`associations.id = any(${[...others]}::int[])`,
        eb.exists(
          eb
            .selectFrom('associationPeople')
            .select('associationPeople.userId')
            .whereRef('associationPeople.associationId', '=', 'associations.id')
            .where('associationPeople.userId', '=', userId),
        ),
      ]),
    )
    .limit(100)
