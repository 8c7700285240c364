import { type CaseBox, type CaseRow, homeRows, limits } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { orderClause, sqlOf } from '#platform/database/page.ts'
import { defineStatement } from '#platform/database/statement.ts'
import type { CaseTerms } from '../case-terms.rules.ts'
import { type ListedRow, rowsBeside } from '../cases.store.ts'
import type { PreparedList } from './case-list.ts'
import { type CaseOrder, deadlineOrder, keyOfPlace, officeOrder } from './case-order.ts'
import { defaultScanLimits, maxCountOf } from './case-page.store.ts'
import { countOf, type FoundPage, idsAlongIndex, isAlongIndex, keysOf, sortedPage } from './case-page-sql.ts'
import { planWithoutSources } from './case-plan.ts'

/** A list whose start is read; a large one is not counted. */
export interface StartedList extends PreparedList {
  readonly isLarge: boolean
}

/** The start of a list: its place among the lists, its first page, and the sort key of the last row of that page. */
interface Start extends FoundPage {
  readonly place: number
  readonly lastKey: number | null
}

/** A start beside one of the cases that it shows; beside nulls where it shows none. */
export type StartRow = Start & { readonly [K in keyof ListedRow]: ListedRow[K] | null }

const { exactCount, rows: pageRows } = limits.page
const maxCount = maxCountOf(defaultScanLimits)
const firstPage = (columns: CaseOrder['columns'], direction: CaseOrder['direction']) =>
  sql`${orderClause(columns, direction)} limit ${sql.lit(pageRows)}`

const firstColumn = ({ columns: [first] }: CaseOrder) => sqlOf(first ?? 'cases.id')

function startOf({ scope, query, isLarge }: StartedList, place: number, terms: CaseTerms): RawBuilder<Start> {
  const list = { scope, query, plan: planWithoutSources(query), order: officeOrder }
  if (!isAlongIndex(list)) throw new Error('No index holds the cases of this list in their order.')
  const ids = sql`array(${idsAlongIndex(list, firstPage(officeOrder.columns, officeOrder.direction))})`
  const key = sql`${firstColumn(officeOrder)}::float8`
  const startFrom = (found: RawBuilder<unknown>, lastKey: RawBuilder<unknown>) =>
    // Without the offset PostgreSQL finds the ids again wherever they are named.
    sql<Start>`
    select ${sql.lit(place)} as place, count, ids, (select ${lastKey} from cases where cases.id = ids[cardinality(ids)]) as last_key
    from (${found} offset 0) as found`
  if (isLarge) return startFrom(sql`select ${sql.lit(maxCount)} as count, ${ids} as ids`, key)
  if (!query.filters.isLate) return startFrom(sql`select ${countOf(list, maxCount)} as count, ${ids} as ids`, key)
  const order = deadlineOrder(terms)
  const short = sortedPage({ ...list, order }, firstPage(keysOf(order), order.direction), maxCount)
  const isShort = sql`count <= ${sql.lit(exactCount)}`
  return startFrom(
    sql`select count, case when ${isShort} then ids else ${ids} end as ids from (${short}) as short`,
    sql`case when ${isShort} then ${firstColumn(order)} else ${key} end`,
  )
}

/**
 * Reads the starts of several lists, each along its index: of each the count, the ids of the first page, and the rows to show. The
 * statement is composed of the same SQL as a page of each list, so that no start can differ from its list, and it is compiled once for
 * each user and day. Statuses and remit are part of its text: a plan for any values could not use a partial index.
 */
export const readStarts = defineStatement(
  (db, _hole, { lists, terms }: { readonly lists: readonly StartedList[]; readonly terms: CaseTerms }) => {
    const starts = lists.map((list, place) => startOf(list, place, terms))
    return rowsBeside<Start>(db, sql`${sql.join(starts, sql` union all `)}`, sql`ids[1:${sql.lit(homeRows)}]`)
  },
)

/** The rows that show a case, each case once, in the order of the lists. */
export function shownIn(rows: readonly StartRow[]): ListedRow[] {
  const isListed = (row: StartRow): row is StartRow & ListedRow => row.id !== null
  const listed = new Map(rows.filter(isListed).map((row) => [row.id, row]))
  const inOrder = rows.toSorted((one, other) => one.place - other.place).flatMap(({ ids }) => ids.slice(0, homeRows))
  return [...new Set(inOrder)].flatMap((id) => listed.get(id) ?? [])
}

/** A start as the call answers it; `shown` are the cases of all starts by their ids. */
export function presentStart(
  { count, ids, lastKey }: Start,
  shown: ReadonlyMap<number, CaseRow>,
): Omit<CaseBox, 'name'> {
  const lastId = ids.at(-1)
  const isMore = count > exactCount
  return {
    count: isMore ? exactCount : count,
    ...(isMore && { countIsMore: true }),
    rows: ids.slice(0, homeRows).flatMap((id) => shown.get(id) ?? []),
    ids: [...ids],
    ...(lastId !== undefined && lastKey !== null && { lastKey: keyOfPlace(lastKey, lastId) }),
  }
}
