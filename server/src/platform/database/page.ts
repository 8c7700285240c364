import { isClean, limits, type Ordering, type Page, type RowRange, rangeOf } from '@portal/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { invalidInput } from '../app-error.ts'
import type { Db } from './transaction.ts'

/** A page query of a caller. */
export interface PageQuery<F> {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly filters?: F | undefined
  readonly orderings?: readonly Ordering[] | undefined
  readonly isExact?: boolean | undefined
}

/** Position of a row in list order: its values of the sort columns, of which the last is unique. */
export type Place = readonly (number | string | Date)[]

export interface PageRequest {
  readonly range: RowRange
  readonly after?: Place | undefined
  readonly before?: Place | undefined
  /** Whether all rows are counted, without the cap. */
  readonly isExact?: boolean | undefined
}

/** Reads a key; undefined where the text is not a key of the list. */
export type ReadKey = (text: string) => Place | undefined

/** The key of a position that contains text: its values as JSON, in base64url. */
export const textKeyOf = (position: Place): string => Buffer.from(JSON.stringify(position)).toString('base64url')

/** Returns the reader of keys from `textKeyOf`, for a list whose sort columns have these types. */
export const textKeyReader =
  (kinds: readonly ('string' | 'number')[]): ReadKey =>
  (text) => {
    try {
      const position: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
      const isPosition =
        Array.isArray(position) &&
        position.length === kinds.length &&
        position.every((value, index) => typeof value === kinds[index]) &&
        isClean(position)
      return isPosition ? position : undefined
    } catch {
      return undefined
    }
  }

/**
 * Validates a page query. A page by key may be anywhere; a page by row number ends at row 10,000 (decisions §1). `sortable`
 * are the columns that the caller may sort by, one at a time: any other column, or a second one, is refused at `ordinamenti`.
 */
export function readPage(query: PageQuery<unknown>, read: ReadKey, sortable: readonly string[] = []): PageRequest {
  const range = rangeOf(query)
  const after = readKey('dopo', query.after, read)
  const before = readKey('prima', query.before, read)
  refuseUnknownOrder(query.orderings, sortable)
  if (!after && !before && range.from > limits.page.exactCount)
    throw invalidInput([{ path: 'da', message: 'pagina_troppo_lontana' }])
  return { range, after, before, isExact: query.isExact }
}

/** Throws 400 at `ordinamenti` for an order by another column than these, or by more than one. */
export function refuseUnknownOrder(orderings: readonly Ordering[] = [], sortable: readonly string[]): void {
  if (orderings.length > 1 || orderings.some(({ column }) => !sortable.includes(column))) throw orderNotOffered()
}

/** The error of a request for an order that its list does not have. */
export const orderNotOffered = () => invalidInput([{ path: 'ordinamenti', message: 'ordinamento_non_previsto' }])

function readKey(path: string, text: string | undefined, read: ReadKey): Place | undefined {
  if (text === undefined) return undefined
  const position = read(text)
  if (!position) throw invalidInput([{ path, message: 'valore_non_valido' }])
  return position
}

/** A sort key: a column or an SQL expression. */
export type SortColumn = string | RawBuilder<unknown>
export const sqlOf = (column: SortColumn) => (typeof column === 'string' ? sql.ref(column) : column)

/** The parts of a page's SQL: the condition of its key, the sort order, limit and offset. */
function pageParts(columns: readonly SortColumn[], { range, after, before }: PageRequest, direction: 'asc' | 'desc') {
  const key = before ?? after
  const isUpwards = (direction === 'asc') !== Boolean(before)
  return {
    beyond: key && isBeyond(columns, key, isUpwards),
    order: columns.map((column) => ({ by: sqlOf(column), way: isUpwards ? ('asc' as const) : ('desc' as const) })),
    limit: range.to - range.from + 1,
    offset: key ? 0 : range.from - 1,
  }
}

/** Returns the rows of a page in list order, after or before its key or by row number. */
export async function rowsOfPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  columns: readonly SortColumn[],
  page: PageRequest,
  direction: 'asc' | 'desc' = 'desc',
): Promise<O[]> {
  const { beyond, order, limit, offset } = pageParts(columns, page, direction)
  const windowed = beyond ? query.where(beyond) : query.offset(offset)
  const ordered = order.reduce((rows, { by, way }) => rows.orderBy(by, way), windowed.limit(limit))
  const rows = await ordered.execute()
  return page.before ? rows.reverse() : rows
}

/** The end of an SQL statement that reads a whole list. */
export const orderClause = (columns: readonly SortColumn[], direction: 'asc' | 'desc') =>
  sql`order by ${sql.join(columns.map((column) => sql`${sqlOf(column)} ${sql.raw(direction)}`))}`

/** The end of an SQL statement that reads such a page; in reverse order where the page is before its key. */
export function pageClause(columns: readonly SortColumn[], page: PageRequest, direction: 'asc' | 'desc') {
  const { beyond, order, limit, offset } = pageParts(columns, page, direction)
  const by = sql.join(order.map((column) => sql`${column.by} ${sql.raw(column.way)}`))
  return sql`${beyond ? sql`where ${beyond}` : sql``} order by ${by} limit ${limit} offset ${offset}`
}

/** A comparison of rows, for which PostgreSQL uses an index on the columns. */
const isBeyond = (columns: readonly SortColumn[], position: Place, isUpwards: boolean) => sql<boolean>`
  (${sql.join(columns.map(sqlOf))}) ${sql.raw(isUpwards ? '>' : '<')} (${sql.join([...position])})`

/** Counts the rows of a query: all of them with `isExact`, else up to one more than `limits.page.exactCount`. */
export async function countRows(
  db: Db,
  query: SelectQueryBuilder<never, never, unknown>,
  { isExact = false }: Pick<PageRequest, 'isExact'>,
): Promise<number> {
  const countable = isExact ? query : query.limit(limits.page.exactCount + 1)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${countable} as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns a page: the rows, the count capped at `limits.page.exactCount` unless it is exact, and the keys. */
export function answerPage<R, T>(
  rows: readonly R[],
  { count, range, isExact = false }: { count: number } & Pick<PageRequest, 'range' | 'isExact'>,
  { present, keyOf }: { present: (row: R) => T; keyOf: (row: R) => string },
): Page<T> {
  const [first] = rows
  const last = rows.at(-1)
  const isMore = !isExact && count > limits.page.exactCount
  return {
    rows: rows.map(present),
    count: isMore ? limits.page.exactCount : count,
    ...(isMore && { countIsMore: true }),
    ...range,
    ...(first && last && { firstKey: keyOf(first), lastKey: keyOf(last) }),
  }
}

/** The next rows of a query after an id that meet a condition, in the order of ids. */
export const nextRows = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  condition: RawBuilder<boolean>,
  after: number,
  limit: number,
) => query.where(sql<boolean>`id > ${after}`).where(condition).orderBy(sql`id`).limit(limit).execute()
