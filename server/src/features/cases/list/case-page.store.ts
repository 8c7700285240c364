import { limits } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { orderClause, type PageRequest, pageClause, sqlOf } from '#platform/database/page.ts'
import { ownPlan } from '#platform/database/prepared-statements.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { CaseScope, CaseSort } from '../cases.rules.ts'
import { scopeConditions } from '../cases.store.ts'
import { storedCount } from './case-counts.store.ts'
import { type CaseOrder, officeOrder } from './case-order.ts'
import type { QueryPlan } from './case-query-plan.ts'
import type { LargeListCache, PageLocation } from './large-list-cache.ts'

/** The ids of a page, and how many cases match, counted up to the limit of `ScanLimits`. */
export interface FoundPage {
  readonly count: number
  readonly ids: readonly number[]
}

/** A list: what is in it, and in what order. */
export interface ListQuery {
  readonly scope: CaseScope
  readonly plan: QueryPlan
  readonly order: CaseOrder
}

const whereAll = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
const conditionsOf = ({ ids, conditions }: QueryPlan) => [
  ...(ids ? [sql<boolean>`cases.id = any(${`{${ids.join()}}`}::int[])`] : []),
  ...conditions,
]
/** Without filters one plan is good for every page. */
const planOf = ({ ids, source, conditions }: QueryPlan) => (ids || source || conditions.length > 0 ? ownPlan : sql``)

/** How many rows are read to find a page. */
export interface ScanLimits {
  /** Matching cases that are counted and sorted. */
  readonly maxCount: number
  /** Cases that are read in list order before all matching cases are sorted. */
  readonly windowSize: number
}

/** Cap for exact counts, plus a margin: a list that exceeded it is assumed to stay above the cap for the next minute. */
export const defaultScanLimits: ScanLimits = { maxCount: limits.page.exactCount + 501, windowSize: 5000 }

const restrictions = (scope: CaseScope, plan: QueryPlan) => [...scopeConditions(scope), ...conditionsOf(plan)]

function idsMatching(scope: CaseScope, plan: QueryPlan): RawBuilder<{ id: number }> {
  const hits = plan.source?.idQuery
  const where = whereAll(restrictions(scope, plan))
  return hits
    ? sql`select cases.id from (${hits}) as hits join cases on cases.id = hits.id ${where}`
    : sql`select cases.id from cases ${where}`
}

/** SQL for the ids of all cases that match a plan within a scope; undefined where neither leaves a case out. */
export const restrictionOf = (scope: CaseScope, plan: QueryPlan): RawBuilder<{ id: number }> | undefined =>
  restrictions(scope, plan).length === 0 ? plan.source?.idQuery : idsMatching(scope, plan)

/** SQL for the ids of all cases of a list, in its order. */
export const idsInOrder = ({ scope, plan, order }: ListQuery): RawBuilder<{ id: number }> =>
  sql`${ownPlan} ${idsMatching(scope, plan)} ${orderClause(order.columns, order.direction)}`

/**
 * A CTE of all matching cases with their sort keys. Unless the number of matches can be estimated or an index holds few others, the
 * hits are materialized, as if all were read: otherwise PostgreSQL may scan a million cases in list order for a handful of matches.
 */
function matching(query: ListQuery) {
  const { scope, plan, order } = query
  const { source } = plan
  const where = whereAll([...scopeConditions(scope), ...conditionsOf(plan)])
  const keys = sql.join(order.columns.map((name, index) => sql`${sqlOf(name)} as ${sql.ref(keyName(index))}`))
  const row = sql`cases.id, ${keys}`
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

/** The filter by facets, where a list reads nothing of its cases but their place. */
const placesOf = ({ scope, plan: { source, conditions }, order }: ListQuery) =>
  conditions.length === 0 && order === officeOrder && scope.anyOf.some(({ kind }) => kind === 'all')
    ? source?.ofPlaces
    : undefined

const takesNearlyAll = ({ scope, plan }: ListQuery) =>
  plan.conditions.length === 0 && scope.isOutOfRemit !== true && scope.anyOf.some(({ kind }) => kind === 'all')

const keyName = (index: number) => `key_${index}`

/** The columns of `matching` that a list is sorted by. */
export const keysOf = ({ columns }: CaseOrder) => columns.map((_, index) => keyName(index))

/**
 * CTEs of the hits that are first in the order of the office, enough for a page: the open ones, and the newest others, which are
 * looked up one by one. Undefined where a page needs all hits sorted.
 */
function firstHits(query: ListQuery, { after, before, range }: PageRequest): RawBuilder<unknown> | undefined {
  const { scope, plan, order } = query
  const hits = plan.source?.idQuery
  if (!hits || placesOf(query) || before || order !== officeOrder || !takesNearlyAll(query)) return undefined
  const [rank, id] = after ?? []
  const older = rank === 0 ? sql`where id < ${id}::int` : sql``
  const inScope = (isOpen: boolean) =>
    whereAll([...scopeConditions(scope), sql`list_rank ${isOpen ? sql`>` : sql`=`} 0`])
  const row = sql`cases.id, cases.list_rank as key_0, cases.id as key_1`
  return sql`hits as materialized (${hits}),
    newest as (
      select ${row} from (select id from hits ${older} order by id desc) as hits
        cross join lateral (select * from cases where cases.id = hits.id offset 0) as cases ${inScope(false)}
      limit ${range.to + 1}),
    found as (select ${row} from hits join cases on cases.id = hits.id ${inScope(true)} union all select * from newest)`
}

/** Sorts all matching cases without counting them. */
async function pageOfAll(db: Db, query: ListQuery, page: PageRequest): Promise<readonly number[]> {
  const end = pageClause(keysOf(query.order), page, query.order.direction)
  const found = firstHits(query, page) ?? sql`${matching(query)} )`
  const { rows } = await sql<{ id: number }>`${planOf(query.plan)} with ${found} select id from found ${end}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
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
export const isAlongIndex = ({ scope: { anyOf }, plan, order }: ListQuery) =>
  plan.isAlongIndex &&
  order === officeOrder &&
  anyOf.length === 1 &&
  anyOf.every(({ kind }) => inIndexes.includes(kind))
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

async function find(db: Db, { plan }: ListQuery, found: RawBuilder<FoundPage>): Promise<FoundPage> {
  const { rows } = await sql<FoundPage>`${planOf(plan)} ${found}`.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

/** The page among the next cases in list order; too short where these do not have enough matches. */
async function nextPage(db: Db, query: ListQuery, page: PageRequest, windowSize: number): Promise<readonly number[]> {
  const { scope, plan } = query
  const { columns, direction } = query.order
  const { range, ...place } = page
  const window = { ...place, range: { from: 1, to: windowSize + range.to } }
  const { source, leading, rank } = plan
  const places = placesOf(query)
  const { predicate } = places ?? source ?? {}
  const where = whereAll([...conditionsOf(plan), ...(predicate ? [predicate] : [])])
  const table = sql.table(places ? 'case_facets' : 'cases')
  const next = sql`select * from (select * from ${table} as cases ${whereAll([...scopeConditions(scope), ...leading, ...rank])}) as cases ${pageClause(columns, window, direction)}`
  const rest = pageClause(columns, place.after || place.before ? { range, ...place } : { range }, direction)
  const { rows } = await sql<{ id: number }>`
    ${planOf(plan)} select id from (select * from (${next}) as cases ${where}) as cases ${rest}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface FindOptions {
  /** Throws where a list of so many cases cannot be sorted as requested; called before more are read. */
  readonly refuse?: (count: number) => void
  readonly scanLimits?: ScanLimits
  /** Without it every list is counted again. */
  readonly largeLists?: LargeListCache
}

/** Where the cache knows a list's page to be, and how to remember it. */
interface CachedLocation {
  readonly location: PageLocation | undefined
  readonly remember: (location: PageLocation) => void
}

function cacheOf(
  db: Db,
  query: ListQuery,
  { isExact }: PageRequest,
  largeLists: LargeListCache | undefined,
): CachedLocation {
  if (!largeLists || isExact) return { location: undefined, remember: () => {} }
  const key = cacheKeyOf(db, query)
  return {
    location: largeLists.find(key),
    remember: (location: PageLocation) => largeLists.remember(key, location),
  }
}

/** The page of a list, and how many cases match. */
export async function findPage(
  db: Db,
  query: ListQuery,
  page: PageRequest,
  options: FindOptions = {},
): Promise<FoundPage> {
  const found = isAlongIndex(query)
    ? await pageAlongIndex(db, query, page, options)
    : await pageOfMatches(db, query, page, options)
  return page.before ? { ...found, ids: found.ids.toReversed() } : found
}

async function pageAlongIndex(
  db: Db,
  query: ListQuery,
  page: PageRequest,
  { refuse = () => {}, scanLimits: { maxCount } = defaultScanLimits, largeLists }: FindOptions,
): Promise<FoundPage> {
  const { order, plan } = query
  const { location, remember } = cacheOf(db, query, page, plan.isCounted ? undefined : largeLists)
  const count = location ? sql`${maxCount}::int` : countOf(query, page.isExact ? undefined : maxCount)
  const ids = idsAlongIndex(query, pageClause(order.columns, page, order.direction))
  const found = await find(db, query, sql`select ${count} as count, array(${ids}) as ids`)
  if (!(location || plan.isCounted) && found.count >= maxCount) remember('window')
  refuse(found.count)
  return found
}

async function pageOfMatches(
  db: Db,
  query: ListQuery,
  page: PageRequest,
  { refuse = () => {}, scanLimits = defaultScanLimits, largeLists }: FindOptions,
): Promise<FoundPage> {
  const { maxCount } = scanLimits
  const cached = cacheOf(db, query, page, largeLists)
  const end = pageClause(keysOf(query.order), page, query.order.direction)
  const all = cached.location
    ? undefined
    : await find(db, query, sortedPage(query, end, page.isExact ? undefined : maxCount))
  const isWhole = all && (page.isExact || all.count < maxCount)
  // Before the order may refuse the list, so that it is not counted again for each page.
  if (!(isWhole || cached.location)) cached.remember('sorted')
  refuse(all?.count ?? maxCount)
  return isWhole ? all : { count: maxCount, ids: await largePage(db, query, page, { scanLimits, ...cached }) }
}

/** The page of a list of more than `maxCount` cases. */
async function largePage(
  db: Db,
  query: ListQuery,
  page: PageRequest,
  { scanLimits: { windowSize }, location, remember }: CachedLocation & { readonly scanLimits: ScanLimits },
): Promise<readonly number[]> {
  const next = location === 'sorted' ? [] : await nextPage(db, query, page, windowSize)
  const isWhole = next.length > page.range.to - page.range.from
  if (!location) remember(isWhole ? 'window' : 'sorted')
  return isWhole ? next : pageOfAll(db, query, page)
}

function cacheKeyOf(db: Db, query: ListQuery): string {
  const { sql: text, parameters } = sql`with ${matching(query)} )`.compile(db)
  return JSON.stringify([text, parameters])
}
