import { createHash } from 'node:crypto'
import { limits } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import { orderClause, type PageRequest, pageClause } from '#platform/database/page.ts'
import { ownPlan } from '#platform/database/prepared-statements.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { CaseScope } from '../cases.rules.ts'
import { scopeConditions } from '../cases.store.ts'
import type { CaseOrder } from './case-order.ts'
import type { QueryPlan } from './case-query-plan.ts'

/** The ids of a page, and how many cases match, counted up to the limit of `ScanLimits`. */
export interface FoundPage {
  readonly count: number
  readonly ids: readonly number[]
}

interface PageQuery {
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
const column = (name: CaseOrder['columns'][number]) => (typeof name === 'string' ? sql.ref(name) : name)

/** How many rows are read to find a page. */
export interface ScanLimits {
  /** Matching cases that are counted and sorted. */
  readonly maxCount: number
  /** Cases that are read in list order before all matching cases are sorted. */
  readonly windowSize: number
}

/** Cap for exact counts, plus a margin: a list that exceeded it is assumed to stay above the cap for the next minute. */
const defaultScanLimits: ScanLimits = { maxCount: limits.page.exactCount + 501, windowSize: 5000 }

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
export const idsInOrder = ({ scope, plan, order }: PageQuery): RawBuilder<{ id: number }> =>
  sql`${ownPlan} ${idsMatching(scope, plan)} ${orderClause(order.columns, order.direction)}`

/**
 * A CTE of all matching cases with their sort keys. Unless the number of matches can be estimated, the hits are materialized, as
 * if all were read: otherwise PostgreSQL may scan a million cases in list order for a handful of matches.
 */
function matching({ scope, plan, order }: PageQuery) {
  const { source } = plan
  const where = whereAll([...scopeConditions(scope), ...conditionsOf(plan)])
  const keys = sql.join(order.columns.map((name, index) => sql`${column(name)} as ${sql.ref(keyName(index))}`))
  const row = sql`cases.id, ${keys}`
  if (plan.isEstimable) return sql`found as (select ${row} from cases ${where} `
  return source?.idQuery
    ? sql`hits as materialized (${source.idQuery}),
          found as (select ${row} from hits join cases on cases.id = hits.id ${where} `
    : sql`hits as materialized (select ${row} from cases ${where}),
          found as (select * from hits `
}
const keyName = (index: number) => `key_${index}`

const keysOf = ({ columns }: CaseOrder) => columns.map((_, index) => keyName(index))

/** Sorts all matching cases without counting them. */
async function pageOfAll(db: Db, query: PageQuery, page: PageRequest): Promise<readonly number[]> {
  const end = pageClause(keysOf(query.order), page, query.order.direction)
  const { rows } = await sql<{
    id: number
  }>`${planOf(query.plan)} with ${matching(query)} ) select id from found ${end}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts matching cases up to `maxCount`, and sorts them where there are fewer. Without `maxCount` it counts all. */
async function sortedPage(db: Db, query: PageQuery, page: PageRequest, maxCount?: number): Promise<FoundPage> {
  const { direction } = query.order
  const keys = keysOf(query.order)
  const [end, isAll] =
    maxCount === undefined
      ? [sql`)`, sql`true`]
      : [sql`limit ${maxCount})`, sql`(select count from total) < ${maxCount}`]
  const { rows } = await sql<FoundPage>`
    ${planOf(query.plan)} with ${matching(query)} ${end},
      capped as materialized (select * from found),
      total as materialized (select count(*)::int as count from capped)
    select count,
      array(select id from (select * from capped where ${isAll}) as capped ${pageClause(keys, page, direction)}) as ids
    from total`.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

/** The page among the next cases in list order; too short where these do not have enough matches. */
async function nextPage(
  db: Db,
  { scope, plan, order }: PageQuery,
  page: PageRequest,
  windowSize: number,
): Promise<readonly number[]> {
  const { columns, direction } = order
  const { range, ...place } = page
  const window = { ...place, range: { from: 1, to: windowSize + range.to } }
  const { source, leading } = plan
  const where = whereAll([...conditionsOf(plan), ...(source ? [source.predicate] : [])])
  const next = sql`select * from (select * from cases ${whereAll([...scopeConditions(scope), ...leading])}) as cases ${pageClause(columns, window, direction)}`
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
  query: PageQuery,
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
  query: PageQuery,
  page: PageRequest,
  { refuse = () => {}, scanLimits = defaultScanLimits, largeLists }: FindOptions = {},
): Promise<FoundPage> {
  const { maxCount } = scanLimits
  const cached = cacheOf(db, query, page, largeLists)
  const all = cached.location ? undefined : await sortedPage(db, query, page, page.isExact ? undefined : maxCount)
  const isWhole = all && (page.isExact || all.count < maxCount)
  // Before the order may refuse the list, so that it is not counted again for each page.
  if (!(isWhole || cached.location)) cached.remember('sorted')
  refuse(all?.count ?? maxCount)
  const found = isWhole ? all : { count: maxCount, ids: await largePage(db, query, page, { scanLimits, ...cached }) }
  return page.before ? { ...found, ids: found.ids.toReversed() } : found
}

/** The page of a list of more than `maxCount` cases. */
async function largePage(
  db: Db,
  query: PageQuery,
  page: PageRequest,
  { scanLimits: { windowSize }, location, remember }: CachedLocation & { readonly scanLimits: ScanLimits },
): Promise<readonly number[]> {
  const next = location === 'sorted' ? [] : await nextPage(db, query, page, windowSize)
  const isWhole = next.length > page.range.to - page.range.from
  if (!location) remember(isWhole ? 'window' : 'sorted')
  return isWhole ? next : pageOfAll(db, query, page)
}

function cacheKeyOf(db: Db, query: PageQuery): string {
  const { sql: text, parameters } = sql`with ${matching(query)} )`.compile(db)
  return JSON.stringify([text, parameters])
}

/** Where a page of a large list was found: in the window of the next cases, or only after all matching cases were sorted. */
type PageLocation = 'window' | 'sorted'

/** Lists above the cap for exact counts: they are not counted again for each page. */
export interface LargeListCache {
  readonly find: (query: string) => PageLocation | undefined
  readonly remember: (query: string, location: PageLocation) => void
}

const lifetimeMs = 60_000
const maxEntries = 1000

/** Remembers large lists for a minute by the digest of their query, which does not reveal the search text. */
export function createLargeListCache(clock: Clock): LargeListCache {
  const entries = new Map<string, { readonly location: PageLocation; readonly until: number }>()
  const digestOf = (query: string) => createHash('sha256').update(query).digest('base64')
  return {
    find(query) {
      const entry = entries.get(digestOf(query))
      return entry && entry.until > clock.now().getTime() ? entry.location : undefined
    },
    remember(query, location) {
      const digest = digestOf(query)
      entries.delete(digest)
      entries.set(digest, { location, until: clock.now().getTime() + lifetimeMs })
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    },
  }
}
