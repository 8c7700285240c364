import { limits } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Count } from '#platform/database/counts.ts'
import { orderClause, type PageRequest, pageClause, sqlOf } from '#platform/database/page.ts'
import { ownPlan } from '#platform/database/statements/prepared-statements.ts'
import type { CaseScope, CaseSort } from '../cases.rules.ts'
import { type ListedRow, scopeConditions } from '../cases.store.ts'
import type { CaseQuery } from './case-filters.ts'
import { type CaseOrder, isOfficeOrder } from './case-order.ts'
import type { QueryPlan } from './case-plan.ts'

// How PostgreSQL runs these statements is part of them: case-plans.test.ts explains each one.

/** The ids of a page, and how many cases match, counted up to the limit of `ScanLimits`. */
export interface FoundPage {
  readonly count: number
  readonly ids: readonly number[]
  /** The rows of the cases, where they were read with the ids. */
  readonly rows?: readonly ListedRow[]
}

/** A list: what is in it, and in what order. */
export interface ListQuery {
  readonly scope: CaseScope
  readonly query: CaseQuery
  readonly plan: QueryPlan
  readonly order: CaseOrder
}

/**
 * SQL for how many cases meet conditions, summed from the ledger. It has the columns `status`, `is_out_of_remit`, `assigned_to` and
 * `unread` of cases, so that one condition reads either.
 */
export const storedCount = (where: RawBuilder<unknown>): Count =>
  sql`(select coalesce(sum(delta), 0)::int from case_count_entries as cases ${where})`

const whereAll = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
const conditionsOf = ({ ids, conditions }: QueryPlan) => [
  ...(ids ? [sql<boolean>`cases.id = any(${`{${ids.join()}}`}::int[])`] : []),
  ...conditions,
]
/** Without filters one plan is good for every page: any other statement has a plan of its own. */
export const planOf = (plan: QueryPlan) => (isUnfiltered(plan) ? sql`` : ownPlan)

const restrictions = (scope: CaseScope, plan: QueryPlan) => [...scopeConditions(scope), ...conditionsOf(plan)]

function idsMatching(scope: CaseScope, plan: QueryPlan): RawBuilder<{ id: number }> {
  const hits = plan.source?.idQuery
  const where = whereAll(restrictions(scope, plan))
  return hits
    ? sql`select cases.id from (${hits}) as hits join cases on cases.id = hits.id ${where}`
    : sql`select cases.id from cases ${where}`
}

/** SQL condition for the cases of a list without sources. */
export const conditionOf = ({ scope, plan }: Pick<ListQuery, 'scope' | 'plan'>): RawBuilder<boolean> =>
  sql`(${sql.join([...restrictions(scope, plan), sql`true`], sql` and `)})`

/** SQL for the ids of all cases that match a plan within a scope; undefined where neither leaves a case out. */
export const restrictionBy = (scope: CaseScope, plan: QueryPlan): RawBuilder<{ id: number }> | undefined =>
  restrictions(scope, plan).length === 0 ? plan.source?.idQuery : idsMatching(scope, plan)

/** SQL for the ids of all cases of a list, in its order. */
export const idsInOrder = ({ scope, plan, order }: ListQuery): RawBuilder<{ id: number }> =>
  sql`${ownPlan} ${idsMatching(scope, plan)} ${orderClause(order.columns, order.direction)}`

/**
 * A CTE of all matching cases with their sort keys. Unless the number of matches can be estimated or an index holds few others, the
 * hits are materialized, as if all were read: otherwise PostgreSQL may scan a million cases in list order for a handful of matches.
 */
function matching(query: ListQuery) {
  const { scope, plan } = query
  const { source } = plan
  const where = whereAll([...scopeConditions(scope), ...conditionsOf(plan)])
  const row = rowWithKeys(query)
  if (plan.isEstimable || plan.isAlongIndex) return sql`found as (select ${row} from cases ${where} `
  const places = placesOf(query)
  if (places) return sql`found as (select ${row} from (${places.query}) as cases ${where} `
  if (!source?.idQuery)
    return sql`hits as materialized (select ${row} from cases ${where}),
          found as (select * from hits `
  // Nearly every hit is in the list: each is looked up until there are enough, and `offset 0` prevents reading all cases instead.
  const cases = takesNearlyAll(query)
    ? sql`cross join lateral (select * from cases where cases.id = hits.id offset 0) as cases`
    : sql`join cases on cases.id = hits.id`
  return sql`hits as materialized (${source.idQuery}),
          found as (select ${row} from hits ${cases} ${where} `
}

const rowWithKeys = ({ order }: ListQuery) =>
  sql`cases.id, ${sql.join(order.columns.map((name, index) => sql`${sqlOf(name)} as ${sql.ref(keyName(index))}`))}`

/** The filter by facets, where a list reads nothing of its cases but their place: then `cases` is not read at all. */
const placesOf = ({ scope, plan: { source, conditions }, order }: ListQuery) =>
  conditions.length === 0 && isOfficeOrder(order) && scope.anyOf.some(({ kind }) => kind === 'all')
    ? source?.ofPlaces
    : undefined

const takesNearlyAll = ({ scope, plan }: ListQuery) =>
  plan.conditions.length === 0 && scope.isOutOfRemit !== true && scope.anyOf.some(({ kind }) => kind === 'all')

const keyName = (index: number) => `key_${index}`

/** The columns of `matching` that a list is sorted by. */
export const keysOf = ({ columns }: CaseOrder) => columns.map((_, index) => keyName(index))

/**
 * CTEs of those of `hits` that are first in the order of the office, enough for a page: the open ones, and the newest others, which are
 * looked up one by one. Undefined where a page needs all hits sorted.
 */
function firstHits(query: ListQuery, { after, before, range }: PageRequest): RawBuilder<unknown> | undefined {
  const { scope, plan, order } = query
  if (!plan.source?.idQuery || placesOf(query) || before || !isOfficeOrder(order) || !takesNearlyAll(query))
    return undefined
  const [rank, id] = after ?? []
  const older = rank === 0 ? sql`where id < ${id}::int` : sql``
  const inScope = (isOpen: boolean) =>
    whereAll([...scopeConditions(scope), sql`list_rank ${isOpen ? sql`>` : sql`=`} 0`])
  const row = sql`cases.id, cases.list_rank as key_0, cases.id as key_1`
  return sql`newest as (
      select ${row} from (select id from hits ${older} order by id desc) as hits
        cross join lateral (select * from cases where cases.id = hits.id offset 0) as cases ${inScope(false)}
      limit ${range.to + 1}),
    found as (select ${row} from hits join cases on cases.id = hits.id ${inScope(true)} union all select * from newest)`
}

/**
 * The same as `sortedPage` where the index of the filter knows all that the list requires, so that hits are counted without looking
 * them up; undefined elsewhere. Of more than `maxCount` hits the page is any.
 */
export function countedHits(query: ListQuery, page: PageRequest, maxCount?: number): RawBuilder<FoundPage> | undefined {
  const { scope, plan, order } = query
  const { inRemitQuery, idQuery } = plan.source ?? {}
  const hits = scope.isOutOfRemit === false ? inRemitQuery : idQuery
  const first = firstHits(query, page)
  if (!(hits && inRemitQuery && first)) return undefined
  const limit = maxCount === undefined ? sql`` : sql`limit ${sql.lit(maxCount)}`
  return sql`
    with hits as materialized (select id from (${hits}) as hits ${limit}), ${first}
    select (select count(*)::int from hits) as count,
      array(select id from found ${pageClause(keysOf(order), page, order.direction)}) as ids`
}

/**
 * SQL for the number of matching cases up to `maxCount`, and for a page where there are fewer, sorted; `end` is the end of the
 * statement that reads it by `keysOf`. Without `maxCount` all are counted.
 */
export function sortedPage(query: ListQuery, end: RawBuilder<unknown>, maxCount?: number): RawBuilder<FoundPage> {
  const [limit, isAll] =
    maxCount === undefined
      ? [sql``, sql`true`]
      : [sql`limit ${sql.lit(maxCount)}`, sql`(select count from total) < ${sql.lit(maxCount)}`]
  return sql`
    with ${matching(query)} ${limit}),
      capped as materialized (select * from found),
      total as materialized (select count(*)::int as count from capped)
    select count, array(select id from (select * from capped where ${isAll}) as capped ${end}) as ids from total`
}

/** Whether a page is read along an index that holds the cases of its list and few others, in its order. */
export const isAlongIndex = ({ scope: { anyOf, isOutOfRemit }, plan, order }: ListQuery) =>
  isOfficeOrder(order) &&
  anyOf.length === 1 &&
  (plan.isAlongIndex
    ? anyOf.every(({ kind }) => inIndexes.includes(kind))
    : isUnfiltered(plan) && isOutOfRemit !== undefined && anyOf.every(({ kind }) => kind === 'all'))
/** Whether every case of a scope is in a list. */
export const isUnfiltered = ({ ids, source, conditions }: QueryPlan) => !(ids || source || conditions.length > 0)
/** What the indexes and the stored counts of pending cases know of a scope. */
const inIndexes: readonly CaseSort['kind'][] = ['all', 'statuses', 'assigned_to']

/** SQL for the ids of a page along an index; `end` is the end of the statement that reads it by the columns of the order. */
export const idsAlongIndex = ({ scope, plan }: ListQuery, end: RawBuilder<unknown>): RawBuilder<{ id: number }> => sql`
  select cases.id from (select * from cases ${whereAll([...restrictions(scope, plan), ...plan.rank])}) as cases ${end}`

/** SQL for the number of matching cases: exact where the stored counts have it, otherwise up to `maxCount` if there is one. */
export function countOf({ scope, plan }: ListQuery, maxCount?: number): RawBuilder<number> {
  const where = whereAll(restrictions(scope, plan))
  if (plan.isCounted) return storedCount(where)
  const limit = maxCount === undefined ? sql`` : sql`limit ${sql.lit(maxCount)}`
  return sql`(select count(*)::int from (select 1 from cases ${where} ${limit}) as found)`
}

/** Whether the stored counts have all that a list reads. */
export const isInLedger = ({ scope, plan }: Pick<ListQuery, 'scope' | 'plan'>) =>
  plan.isCounted && scope.anyOf.length === 1 && scope.anyOf.every(({ kind }) => inIndexes.includes(kind))

/** SQL for the number of cases of a list without sources, up to one more than are counted exactly; the ledger's own number where it has it. */
export function boundedCount({ scope, plan, ...list }: ListQuery): Count {
  return countOf(
    { ...list, scope, plan: { ...plan, isCounted: isInLedger({ scope, plan }) } },
    limits.page.exactCount + 1,
  )
}

/** The statement that sorts all matching cases, for a page of ids, without counting them. */
export function idsOfAll(query: ListQuery, page: PageRequest): RawBuilder<{ id: number }> {
  const end = pageClause(keysOf(query.order), page, query.order.direction)
  const first = firstHits(query, page)
  const hits = sql`hits as materialized (${query.plan.source?.idQuery})`
  const found = first ? sql`${hits}, ${first}` : sql`${matching(query)} )`
  return sql`${planOf(query.plan)} with ${found} select id from found ${end}`
}

/**
 * The statement for the ids of a page among the next cases in list order; too few where these do not have enough matches. Filters on
 * other tables are subplans for each row: as joins PostgreSQL would read all of these tables.
 */
export function idsOfNext(query: ListQuery, page: PageRequest, windowSize: number): RawBuilder<{ id: number }> {
  const { scope, plan } = query
  const { columns, direction } = query.order
  const { range, ...place } = page
  const window = { ...place, range: { from: 1, to: windowSize + range.to } }
  const { source, leading, rank } = plan
  const places = placesOf(query)
  const { predicate } = places ?? source ?? {}
  const where = whereAll([...conditionsOf(plan), ...(predicate ? [predicate] : [])])
  const table = sql.table(places ? 'case_facets' : 'cases')
  const inOrder = whereAll([...scopeConditions(scope), ...leading, ...rank])
  const next = sql`select * from (select * from ${table} as cases ${inOrder}) as cases ${pageClause(columns, window, direction)}`
  const rest = pageClause(columns, place.after || place.before ? { range, ...place } : { range }, direction)
  return sql`${planOf(plan)} select id from (select * from (${next}) as cases ${where}) as cases ${rest}`
}

const anyNumber = 2 ** 31 - 1
/** The place behind all open cases in the order of the office. */
export const behindOpen = [0, anyNumber] as const

/** The statement for the ids of a page among all open cases, however many there are. */
export const idsOfOpen = (query: ListQuery, page: PageRequest): RawBuilder<{ id: number }> =>
  idsOfNext(
    { ...query, plan: { ...query.plan, rank: [...query.plan.rank, sql<boolean>`cases.list_rank > 0`] } },
    page,
    anyNumber,
  )
