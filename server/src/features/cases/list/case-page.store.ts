import { limits } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { type PageRequest, pageClause } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import {
  countedHits,
  countOf,
  type FoundPage,
  idsAlongIndex,
  idsOfAll,
  idsOfNext,
  isAlongIndex,
  keysOf,
  type ListQuery,
  matching,
  planOf,
  sortedPage,
} from './case-page-sql.ts'
import type { LargeListCache, PageLocation } from './large-list-cache.ts'

/** How many rows are read to find a page. */
export interface ScanLimits {
  /** The cap: of more matching cases the list says that there are more. */
  readonly exactCount: number
  /** Cases that are counted and sorted above the cap. No list loses as many in a minute. */
  readonly margin: number
  /** Cases that are read in list order before all matching cases are sorted. */
  readonly windowSize: number
}

export const defaultScanLimits: ScanLimits = { exactCount: limits.page.exactCount, margin: 500, windowSize: 5000 }

/** How many cases are counted at most. */
export const maxCountOf = ({ exactCount, margin }: Pick<ScanLimits, 'exactCount' | 'margin'>) => exactCount + 1 + margin

/** For what part of a minute a list of so many cases stays above the cap, if it loses no more than the margin in a minute. */
export function shareOfMinute(count: number, { exactCount, margin }: ScanLimits): number {
  const spare = count - exactCount - 1
  return spare < 0 ? 0 : spare >= margin ? 1 : spare / margin
}

async function find(db: Db, { plan }: ListQuery, found: RawBuilder<FoundPage>): Promise<FoundPage> {
  const { rows } = await sql<FoundPage>`${planOf(plan)} ${found}`.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

async function idsBy(db: Db, statement: RawBuilder<{ id: number }>): Promise<readonly number[]> {
  const { rows } = await statement.execute(db)
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
  /** Does nothing where a list of so many cases is not surely above the cap for some time. */
  readonly remember: (location: PageLocation, count: number) => void
}

function cacheOf(
  db: Db,
  query: ListQuery,
  { isExact }: PageRequest,
  { largeLists, scanLimits = defaultScanLimits }: FindOptions,
): CachedLocation {
  if (!largeLists || isExact) return { location: undefined, remember: () => {} }
  const key = cacheKeyOf(db, query)
  return {
    location: largeLists.find(key),
    remember: (location, count) => {
      const share = shareOfMinute(count, scanLimits)
      if (share > 0) largeLists.remember(key, location, share)
    },
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

async function pageAlongIndex(db: Db, query: ListQuery, page: PageRequest, options: FindOptions): Promise<FoundPage> {
  const { refuse = () => {}, scanLimits = defaultScanLimits } = options
  const maxCount = maxCountOf(scanLimits)
  const { order, plan } = query
  const { location, remember } = cacheOf(db, query, page, plan.isCounted ? {} : options)
  const count = location ? sql`${maxCount}::int` : countOf(query, page.isExact ? undefined : maxCount)
  const ids = idsAlongIndex(query, pageClause(order.columns, page, order.direction))
  const found = await find(db, query, sql`select ${count} as count, array(${ids}) as ids`)
  if (!location) remember('window', found.count)
  refuse(found.count)
  return found
}

async function pageOfMatches(db: Db, query: ListQuery, page: PageRequest, options: FindOptions): Promise<FoundPage> {
  const { refuse = () => {}, scanLimits = defaultScanLimits } = options
  const maxCount = maxCountOf(scanLimits)
  const cached = cacheOf(db, query, page, options)
  const limit = page.isExact ? undefined : maxCount
  const end = pageClause(keysOf(query.order), page, query.order.direction)
  const all = cached.location
    ? undefined
    : await find(db, query, countedHits(query, page, limit) ?? sortedPage(query, end, limit))
  const isWhole = all && (page.isExact || all.count < maxCount)
  // Before the order may refuse the list, so that it is not counted again for each page.
  if (all) cached.remember(isWhole ? 'window' : 'sorted', all.count)
  refuse(all?.count ?? maxCount)
  return isWhole ? all : { count: maxCount, ids: await largePage(db, query, page, { scanLimits, ...cached }) }
}

/** The page of a list of more cases than are counted. */
async function largePage(
  db: Db,
  query: ListQuery,
  page: PageRequest,
  { scanLimits, location, remember }: CachedLocation & { readonly scanLimits: ScanLimits },
): Promise<readonly number[]> {
  const { windowSize } = scanLimits
  const next = location === 'sorted' ? [] : await idsBy(db, idsOfNext(query, page, windowSize))
  const isWhole = next.length > page.range.to - page.range.from
  if (!location) remember(isWhole ? 'window' : 'sorted', maxCountOf(scanLimits))
  return isWhole ? next : idsBy(db, idsOfAll(query, page))
}

function cacheKeyOf(db: Db, query: ListQuery): string {
  const { sql: text, parameters } = sql`with ${matching(query)} )`.compile(db)
  return JSON.stringify([text, parameters])
}
