import { limits } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { type PageRequest, pageClause } from '#platform/database/page.ts'
import { defineStatement } from '#platform/database/statement.ts'
import type { Db } from '#platform/database/transaction.ts'
import { readBeside, rowsBeside } from '../cases.store.ts'
import type { ExpiringMap } from '../expiring-map.ts'
import type { PreparedList } from './case-list.ts'
import { isOfficeOrder, officeOrder } from './case-order.ts'
import {
  behindOpen,
  countedHits,
  countOf,
  type FoundPage,
  idsAlongIndex,
  idsOfAll,
  idsOfNext,
  idsOfOpen,
  isAlongIndex,
  isUnfiltered,
  keysOf,
  type ListQuery,
  planOf,
  sortedPage,
} from './case-page-sql.ts'
import { planWithoutSources } from './case-plan.ts'

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

/**
 * Where a page of a large list was found: in the window of the next cases, among the open ones and a window of the others, or only after
 * all matching cases were sorted.
 */
export type PageLocation = 'window' | 'apart' | 'sorted'

/** Lists above the cap: for at most a minute they are not counted for each page. */
export type LargeLists = ExpiringMap<PageLocation>

/** For how long a list of so many cases stays above the cap, if it loses no more than the margin in a minute. */
export function timeAboveCap(count: number, { exactCount, margin }: ScanLimits = defaultScanLimits): number {
  const spare = count - exactCount - 1
  return spare < 0 ? 0 : (spare >= margin ? 1 : spare / margin) * 60_000
}

/** The name of a list among the large ones: where its pages are found depends on its order, too. */
const largeListKey = ({ scope, query, order }: Pick<ListQuery, 'scope' | 'query' | 'order'>) =>
  JSON.stringify([scope, query, order.columns.filter((column) => typeof column === 'string')])

export interface PageNeeds {
  readonly db: Db
  /** Without it every list is counted. */
  readonly largeLists?: LargeLists
  readonly scanLimits?: ScanLimits
}

/** The page of a list, and how many cases match; undefined where these are too many for its order. */
export async function readCasePage(
  needs: PageNeeds,
  list: ListQuery,
  page: PageRequest,
): Promise<FoundPage | undefined> {
  const { db, scanLimits = defaultScanLimits } = needs
  const search = { db, list, page, scanLimits, ...knownOf(needs, list, page) }
  const found = isAlongIndex(list) ? await pageAlongIndex(search) : await pageOfMatches(search)
  return found && page.before ? { ...found, ids: found.ids.toReversed() } : found
}

interface Search {
  readonly db: Db
  readonly list: ListQuery
  readonly page: PageRequest
  readonly scanLimits: ScanLimits
  /** Where the pages of the list are, if it is known to be large. */
  readonly location: PageLocation | undefined
  /** Does nothing where a list of so many cases is not surely above the cap for some time. */
  readonly remember: (location: PageLocation, count: number) => void
}

function knownOf(
  { largeLists, scanLimits }: PageNeeds,
  list: ListQuery,
  { isExact }: PageRequest,
): Pick<Search, 'location' | 'remember'> {
  if (!largeLists || isExact) return { location: undefined, remember: () => {} }
  const key = largeListKey(list)
  const location = largeLists.get(key)
  return {
    location,
    remember(found, count) {
      const time = timeAboveCap(count, scanLimits)
      if (!location && time > 0) largeLists.set(key, found, time)
    },
  }
}

async function pageAlongIndex(search: Search) {
  const { db, list, page, scanLimits, location, remember } = search
  // Nothing of an unfiltered list but its page and whether it is known to be long differs between its readers.
  const isFirst = list.order === officeOrder && isUnfiltered(list.plan) && !(page.after || page.before || page.isExact)
  const { scope, query } = list
  const found = isFirst
    ? await readFirstPage(db, { scope, query, range: page.range, scanLimits, isLarge: location !== undefined })
    : await read(db, list, alongIndex(list, page, { scanLimits, isLarge: location !== undefined }))
  remember('window', found.count)
  return isTooLong(list, found.count) ? undefined : found
}

interface CountOptions {
  readonly scanLimits: ScanLimits
  /** Whether the list is known to be above the cap. */
  readonly isLarge: boolean
}

/** SQL for a page along an index, and the count of its list. */
function alongIndex(list: ListQuery, page: PageRequest, { scanLimits, isLarge }: CountOptions): RawBuilder<FoundPage> {
  const maxCount = maxCountOf(scanLimits)
  const count = isLarge ? sql`${sql.lit(maxCount)}::int` : countOf(list, page.isExact ? undefined : maxCount)
  const ids = idsAlongIndex(list, pageClause(list.order.columns, page, list.order.direction))
  return sql`select ${count} as count, array(${ids}) as ids`
}

type FirstPage = PreparedList & CountOptions & Pick<PageRequest, 'range'>

/** A page by number of an unfiltered list in the order of the office, with its rows: compiled once. */
const firstPage = defineStatement((db, _hole, { scope, query, range, ...options }: FirstPage) => {
  const list = { scope, query, plan: planWithoutSources(query), order: officeOrder }
  return rowsBeside(db, alongIndex(list, { range }, options), sql`ids`)
})

async function readFirstPage(db: Db, shape: FirstPage): Promise<FoundPage> {
  const { found, rows } = readBeside(await firstPage(db, {}, shape))
  const { count, ids } = found
  return { count, ids, rows }
}

async function pageOfMatches(search: Search): Promise<FoundPage | undefined> {
  const { db, list, page, scanLimits, location, remember } = search
  const maxCount = maxCountOf(scanLimits)
  const limit = page.isExact ? undefined : maxCount
  const end = pageClause(keysOf(list.order), page, list.order.direction)
  const all = location
    ? undefined
    : await read(db, list, countedHits(list, page, limit) ?? sortedPage(list, end, limit))
  const isWhole = all && (page.isExact || all.count < maxCount)
  if (all) remember(isWhole ? 'window' : 'sorted', all.count)
  if (isTooLong(list, all?.count ?? maxCount)) return undefined
  return isWhole ? all : { count: maxCount, ids: await largePage(search) }
}

/** Whether a page of a list may have open cases, which are apart from the others. */
const mayHaveOpen = ({ order }: ListQuery, { after, before }: PageRequest) =>
  isOfficeOrder(order) && !before && after?.[0] !== 0

/** Where to look for a page, in this order, before all matches are sorted. */
function locationsFor({ list, page, location }: Search): readonly ('window' | 'apart')[] {
  if (location === 'sorted') return []
  if (!mayHaveOpen(list, page)) return ['window']
  return location === 'apart' ? ['apart'] : ['window', 'apart']
}

/** The page of a list of more cases than are counted. */
async function largePage(search: Search): Promise<readonly number[]> {
  const { db, list, page, scanLimits, remember } = search
  const readers = {
    window: () => readIds(db, idsOfNext(list, page, scanLimits.windowSize)),
    apart: () => pageApart(search),
  }
  for (const location of locationsFor(search)) {
    const ids = await readers[location]()
    if (ids.length <= page.range.to - page.range.from) continue
    remember(location, maxCountOf(scanLimits))
    return ids
  }
  remember('sorted', maxCountOf(scanLimits))
  return readIds(db, idsOfAll(list, page))
}

/**
 * A page that may have open cases: those among all open ones, and behind them the others among the next. An office may have more open
 * cases than a window, and hardly one that a filter by classification matches.
 */
async function pageApart({ db, list, page: { range, after }, scanLimits }: Search): Promise<readonly number[]> {
  const size = after ? range.to - range.from + 1 : range.to
  const first = { from: 1, to: size }
  const [open, others] = await Promise.all([
    readIds(db, idsOfOpen(list, { range: first, ...(after && { after }) })),
    readIds(db, idsOfNext(list, { range: first, after: behindOpen }, scanLimits.windowSize)),
  ])
  return [...open, ...others].slice(after ? 0 : range.from - 1, size)
}

const isTooLong = ({ order: { maxCases = Number.POSITIVE_INFINITY } }: ListQuery, count: number) => count > maxCases

async function read(db: Db, { plan }: ListQuery, found: RawBuilder<FoundPage>): Promise<FoundPage> {
  const { rows } = await sql<FoundPage>`${planOf(plan)} ${found}`.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

async function readIds(db: Db, statement: RawBuilder<{ id: number }>): Promise<readonly number[]> {
  const { rows } = await statement.execute(db)
  return rows.map(({ id }) => id)
}
