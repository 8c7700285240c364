import { limits, type Ordering, type Page, type RowRange, rangeOf } from '@portal/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { invalidInput } from '../problem.ts'
import type { Db } from './transaction.ts'

/** A page of a list as a caller asks for it. */
export interface PageAsked<F> {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly filters?: F | undefined
  readonly orderings?: readonly Ordering[] | undefined
  readonly isExact?: boolean | undefined
}

/** Place of a row in list order: its values of the columns that the list is sorted by, the last of them unique. */
export type Place = readonly (number | string | Date)[]

export interface PageRequest {
  readonly range: RowRange
  readonly after?: Place | undefined
  readonly before?: Place | undefined
  /** Whether all rows are counted, however many. */
  readonly isExact?: boolean | undefined
}

/** How a key names a place: the place, or undefined where the text is no key of the list. */
type ReadKey = (text: string) => Place | undefined

/** The key of a place with text in it: its values as JSON, in an alphabet that addresses carry as it is. */
export const textKeyOf = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** Reads the keys that `textKeyOf` writes, for a list sorted by columns of these kinds; any other text is no key. */
export const textKeyReader =
  (kinds: readonly ('string' | 'number')[]): ReadKey =>
  (text) => {
    try {
      const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
      const isPlace =
        Array.isArray(place) &&
        place.length === kinds.length &&
        place.every((value, index) => typeof value === kinds[index])
      return isPlace ? place : undefined
    } catch {
      return undefined
    }
  }

/**
 * The rows asked for; a page by key may be anywhere, jumps by row number end at row 10,000 (decisions §1). `sortable` are the
 * columns that the list may be sorted by on request, one at a time: 400 names `ordinamenti` for any other and for a second one.
 */
export function readPage(asked: PageAsked<unknown>, read: ReadKey, sortable: readonly string[] = []): PageRequest {
  const range = rangeOf(asked)
  const after = readKey('dopo', asked.after, read)
  const before = readKey('prima', asked.before, read)
  const { orderings = [] } = asked
  if (orderings.length > 1 || orderings.some(({ column }) => !sortable.includes(column)))
    throw invalidInput([{ path: 'ordinamenti', message: 'ordinamento_non_previsto' }])
  if (!after && !before && range.from > limits.page.exactCount)
    throw invalidInput([{ path: 'da', message: 'pagina_troppo_lontana' }])
  return { range, after, before, isExact: asked.isExact }
}

function readKey(path: string, text: string | undefined, read: ReadKey): Place | undefined {
  if (text === undefined) return undefined
  const place = read(text)
  if (!place) throw invalidInput([{ path, message: 'valore_non_valido' }])
  return place
}

/** What a list is sorted by: a column, or an expression of columns. */
export type SortColumn = string | RawBuilder<unknown>
const sorted = (column: SortColumn) => (typeof column === 'string' ? sql.ref(column) : column)

/** How a page is cut out of rows: what is beyond its key, the order to read in, how many. */
function cut(columns: readonly SortColumn[], { range, after, before }: PageRequest, direction: 'asc' | 'desc') {
  const key = before ?? after
  const isUpwards = (direction === 'asc') !== Boolean(before)
  return {
    beyond: key && isBeyond(columns, key, isUpwards),
    order: columns.map((column) => ({ by: sorted(column), way: isUpwards ? ('asc' as const) : ('desc' as const) })),
    limit: range.to - range.from + 1,
    offset: key ? 0 : range.from - 1,
  }
}

/** The rows of a page: from the place of a key on or back, else by row number; always in list order. */
export async function rowsOfPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  columns: readonly SortColumn[],
  page: PageRequest,
  direction: 'asc' | 'desc' = 'desc',
): Promise<O[]> {
  const { beyond, order, limit, offset } = cut(columns, page, direction)
  const begun = beyond ? query.where(beyond) : query.offset(offset)
  const ordered = order.reduce((rows, { by, way }) => rows.orderBy(by, way), begun.limit(limit))
  const rows = await ordered.execute()
  return page.before ? rows.reverse() : rows
}

/** The end of a statement that reads such a page, the last row first where it goes back. */
export function pageClause(columns: readonly SortColumn[], page: PageRequest, direction: 'asc' | 'desc') {
  const { beyond, order, limit, offset } = cut(columns, page, direction)
  const by = sql.join(order.map((column) => sql`${column.by} ${sql.raw(column.way)}`))
  return sql`${beyond ? sql`where ${beyond}` : sql``} order by ${by} limit ${limit} offset ${offset}`
}

/** Compared as a row, which an index on the columns follows. */
const isBeyond = (columns: readonly SortColumn[], place: Place, isUpwards: boolean) => sql<boolean>`
  (${sql.join(columns.map(sorted))}) ${sql.raw(isUpwards ? '>' : '<')} (${sql.join([...place])})`

/** How many rows a query gives, counted to one more than is told exactly, unless all are asked for. */
export async function countRows(
  db: Db,
  query: SelectQueryBuilder<never, never, unknown>,
  { isExact = false }: Pick<PageRequest, 'isExact'>,
): Promise<number> {
  const counted = isExact ? query : query.limit(limits.page.exactCount + 1)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${counted} as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** The answer of a list: its rows, and how many there are, exactly as far as that is told. */
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
