import { homeRows, limits } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { orderClause, sqlOf } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { type ListedRow, rowsBeside } from '../cases.store.ts'
import type { CaseOrder } from '../list/case-order.ts'
import { defaultScanLimits, maxCountOf } from '../list/case-page.store.ts'
import {
  countOf,
  type FoundPage,
  idsAlongIndex,
  isAlongIndex,
  keysOf,
  type ListQuery,
  sortedPage,
} from '../list/case-page-sql.ts'

/** A list whose first page a box shows the start of. */
export interface BoxList {
  readonly list: ListQuery
  /** The order of the list while it is below the cap for exact counts. */
  readonly shortOrder: CaseOrder | undefined
  /** Whether the list is known to be above that cap: then it is not counted. */
  readonly isLarge: boolean
}

/** A box: its place among the boxes, the first page of its list, and the sort key of the last row of that page. */
interface FoundBox extends FoundPage {
  readonly box: number
  readonly lastKey: number | null
}

export type BoxRow = FoundBox & { readonly [K in keyof ListedRow]: ListedRow[K] | null }

const { exactCount, rows: pageRows } = limits.page
const maxCount = maxCountOf(defaultScanLimits)
const firstPage = (columns: CaseOrder['columns'], direction: CaseOrder['direction']) =>
  sql`${orderClause(columns, direction)} limit ${sql.lit(pageRows)}`

function foundIn({ list, shortOrder, isLarge }: BoxList): RawBuilder<FoundPage> {
  if (!isAlongIndex(list)) throw new Error('No index holds the cases of a box in their order.')
  const ids = sql`array(${idsAlongIndex(list, firstPage(list.order.columns, list.order.direction))})`
  if (isLarge) return sql`select ${sql.lit(maxCount)} as count, ${ids} as ids`
  if (!shortOrder) return sql`select ${countOf(list, maxCount)} as count, ${ids} as ids`
  const short = sortedPage(
    { ...list, order: shortOrder },
    firstPage(keysOf(shortOrder), shortOrder.direction),
    maxCount,
  )
  return sql`select count, case when count <= ${sql.lit(exactCount)} then ids else ${ids} end as ids from (${short}) as short`
}

const firstColumn = ({ columns: [first] }: CaseOrder) => sqlOf(first ?? 'cases.id')

function boxIn(box: BoxList, index: number): RawBuilder<FoundBox> {
  const { list, shortOrder } = box
  const key = sql`${firstColumn(list.order)}::float8`
  const lastKey = shortOrder
    ? sql`case when count <= ${sql.lit(exactCount)} then ${firstColumn(shortOrder)} else ${key} end`
    : key
  // Without the offset PostgreSQL finds the ids again wherever they are named.
  return sql`
    select ${sql.lit(index)} as box, count, ids, (select ${lastKey} from cases where cases.id = ids[cardinality(ids)]) as last_key
    from (${foundIn(box)} offset 0) as found`
}

/**
 * The statement that reads all boxes: of each the number of cases, the ids of the first page, and the rows to show. All
 * operators use the same indexes, so that PostgreSQL keeps one plan.
 */
export const boxesStatement = (db: Db, boxes: readonly BoxList[]) =>
  rowsBeside<FoundBox>(db, sql`${sql.join(boxes.map(boxIn), sql` union all `)}`, sql`ids[1:${sql.lit(homeRows)}]`)
