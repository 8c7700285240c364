import type { Ordering, Page } from '@portal/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import {
  answerPage,
  countRows,
  orderClause,
  orderNotOffered,
  type PageQuery,
  type PageRequest,
  type Place,
  pageClause,
  type ReadKey,
  readPage,
  refuseUnknownOrder,
  rowsOfPage,
  type SortColumn,
  sqlOf,
  textKeyOf,
  textKeyReader,
} from './page.ts'
import { ownPlan } from './statements/prepared-statements.ts'
import type { AnyTables } from './tables.ts'
import type { Db } from './transaction.ts'

export interface Row {
  readonly id: number
}

/** An order of a list: its sort columns, never null, of which the last is the unique id; and the keys of its rows. */
export interface ListOrder<R> {
  readonly columns: readonly SortColumn[]
  readonly keyOf: (row: R) => string
  readonly readKey: ReadKey
  /** Whether the first column is a rank with few values, such as how near a place is. */
  readonly beginsWithRank?: boolean
}

/** The name that a column such as `users.enabledAt` has in a row. */
type NameOf<C> = C extends `${string}.${infer N}` ? N : C
const nameOf = <C extends string>(column: C) => column.split('.').at(-1) as NameOf<C> & string

const maxRecordId = 2_147_483_647

/** Orders by id. Keys: the id behind `prefix`. */
export const byId = (column = 'id', prefix = ''): ListOrder<Row> => ({
  columns: [column],
  keyOf: ({ id }) => `${prefix}${id}`,
  readKey(text) {
    const id = Number(new RegExp(`^${prefix}([0-9]{1,10})$`).exec(text)?.[1])
    return isId(id) ? [id] : undefined
  },
})

const isId = (id: number, max = maxRecordId) => id >= 1 && id <= max

/** Orders by an instant, then by id. Keys: milliseconds and id; the instants of a key are those that PostgreSQL can store. */
export const byInstant = <C extends string>(
  column: C,
  idColumn: string,
  maxId?: number,
): ListOrder<Row & Readonly<Record<NameOf<C> & string, Date>>> => ({
  columns: [column, idColumn],
  keyOf: (row) => `${row[nameOf(column)].getTime()}-${row.id}`,
  readKey(text) {
    const [, at, id] = /^(-?[0-9]{1,14}|[0-9]{15})-([0-9]{1,15})$/.exec(text) ?? []
    return isId(Number(id), maxId) ? [new Date(Number(at)), Number(id)] : undefined
  },
})

/** Orders by a text in clear as dictionaries do, then by id. Its index has the same collation. */
export const byText = <C extends string>(
  column: C,
  idColumn: string,
): ListOrder<Row & Readonly<Record<NameOf<C> & string, string>>> => ({
  columns: [sql`(${sql.ref(column)} collate "und-x-icu")`, idColumn],
  keyOf: (row) => textKeyOf([row[nameOf(column)], row.id]),
  readKey: textKeyReader(['string', 'number']),
})

/** A query that selects all rows of a list. */
interface AllRows<R> {
  execute(): Promise<R[]>
}

/** An order, or one that follows from the query, such as the nearest first. */
type QueryOrder<Q, R> = ListOrder<R> | ((query: Q) => ListOrder<R>)

interface ListQuery<Q, R, T, S extends string> {
  /** The rows, with the columns that their keys need. */
  readonly rows: (db: Db, query: Q, page: PageRequest) => AllRows<R>
  /**
   * For queries whose rows take long to find, such as searches of words: one statement finds them once for page and count. `all` are
   * the rows without filters.
   */
  readonly search?: { readonly isOne: (query: Q) => boolean; readonly all: (db: Db, query: Q) => AllRows<NoInfer<R>> }
  /** The rows to count, where `rows` joins tables that would slow this down. */
  readonly counted?: (db: Db, query: Q) => AllRows<unknown>
  /** Makes of a row what the list shows: decrypts it, or gives its columns their form in the contract. */
  readonly open?: (row: R, query: Q) => Promise<T> | T
  /** The default order, descending. */
  readonly order: ListOrder<NoInfer<R>>
  /** The columns that a caller may sort by, with their names on the wire: `sorts` of the endpoint. */
  readonly sortNames?: Readonly<Record<S, string>>
  /** The order of each of these columns. */
  readonly sorts?: Readonly<Record<NoInfer<S>, QueryOrder<Q, NoInfer<R>>>>
  /** Among these the column that is encrypted: up to `maxRows` rows are decrypted and sorted here, more are refused. */
  readonly inMemory?: {
    readonly column: NoInfer<S>
    readonly maxRows: number
    readonly compare: (one: NoInfer<T>, other: NoInfer<T>) => number
  }
}

/**
 * Declares a list. Returns a function that validates a page query (key, order, range), reads the rows and their number
 * together, and returns the page; the caller presents its rows. Its `ids` reads the ids of the whole list in order.
 */
export function defineList<Q, R extends Row, T extends Row = R, S extends string = never>(list: ListQuery<Q, R, T, S>) {
  const { sorts, inMemory } = list
  // A list without `open` shows its rows as they are: `T` is `R` then.
  const open = list.open ?? (async (row: R) => row as unknown as T)
  // Every query of a list is a builder of Kysely; `AllRows` spares its declaration the other type parameters.
  const builder = <O>(rows: AllRows<O>) => rows as unknown as Builder<O>
  const defaultOrder = { order: list.order, sorting: undefined }
  const orders = new Map(
    Object.entries<string>(list.sortNames ?? {}).map(([column, wire]) => [
      wire,
      { order: sorts?.[column as S] ?? list.order, sorting: inMemory?.column === column ? inMemory : undefined },
    ]),
  )
  const orderIn = (order: QueryOrder<Q, R>, query: Q) => (typeof order === 'function' ? order(query) : order)
  const toCount = (db: Db, query: Q, rows: Builder<R>) => (list.counted ? builder(list.counted(db, query)) : rows)

  const orderOf = ([ordering]: readonly Ordering[] = [], query: Q) => {
    const { order, sorting } = orders.get(ordering?.column ?? '') ?? defaultOrder
    return {
      order: orderIn(order, query),
      sorting,
      direction: ordering?.direction ?? ('desc' as const),
    }
  }

  const readList = async (db: Db, request: PageQuery<unknown>, query: Q): Promise<Page<T>> => {
    const { order, sorting, direction } = orderOf(request.orderings, query)
    const page = readPage(request, order.readKey, [...orders.keys()])
    const all = builder(list.rows(db, query, page))
    const window = { order, page, direction, maxRows: sorting?.maxRows }
    const rowsOfList = request.filters ? all.modifyFront(ownPlan) : all
    const { rows, count } =
      list.search?.isOne(query) && !sorting
        ? await pageWithCount(db, all, builder(list.search.all(db, query)), window)
        : await pageBesideCount(db, rowsOfList, toCount(db, query, rowsOfList), window)
    const keys = new Map(rows.map((row) => [row.id, order.keyOf(row)]))
    const opened = await Promise.all(rows.map((row) => open(row, query)))
    const shown = sorting ? cutPage(inOrder(opened, sorting.compare, direction), page) : opened
    return answerPage(shown, { count, ...page }, { present: (row) => row, keyOf: ({ id }) => keys.get(id) ?? '' })
  }
  return Object.assign(readList, {
    async ids(db: Db, orderings: readonly Ordering[] | undefined, query: Q): Promise<Int32Array> {
      refuseUnknownOrder(orderings, [...orders.keys()])
      const { order, sorting, direction } = orderOf(orderings, query)
      const rows = builder(list.rows(db, query, { range: { from: 1, to: 1 } }))
      if (!sorting) {
        const id = sqlOf(order.columns.at(-1) ?? 'id').as('id')
        return listIds(db, sql`${rows.clearSelect().select(id)} ${orderClause(order.columns, direction)}`)
      }
      const found = await rows.limit(sorting.maxRows + 1).execute()
      if (found.length > sorting.maxRows) throw orderNotOffered()
      const opened = await Promise.all(found.map((row) => open(row, query)))
      return Int32Array.from(inOrder(opened, sorting.compare, direction), ({ id }) => id)
    },
  })
}

type Builder<R> = SelectQueryBuilder<AnyTables, string, R>

interface Window<R> {
  readonly order: ListOrder<R>
  readonly page: PageRequest
  readonly direction: 'asc' | 'desc'
  /** How many rows are read to be sorted in memory; undefined where the database sorts. */
  readonly maxRows: number | undefined
}

/** A page, or all rows to sort in memory, and the number of all rows, by two statements at the same time. */
async function pageBesideCount<R extends Row>(
  db: Db,
  rowsOfList: Builder<R>,
  toCount: Builder<unknown>,
  { order, page, direction, maxRows }: Window<R>,
): Promise<{ rows: R[]; count: number }> {
  const counting = countRows(db, toCount.clearSelect().select(sql`1`.as('one')), page)
  if (maxRows !== undefined && (await counting) > maxRows) throw orderNotOffered()
  const reading =
    maxRows === undefined ? rowsOfPage(rowsOfList, order.columns, page, direction) : rowsOfList.limit(maxRows).execute()
  const [rows, count] = await Promise.all([reading, counting])
  return { rows, count }
}

/**
 * SQL condition for the rows whose rank a page by number reaches: the texts of others need not be compared, which takes, as dictionaries do
 * it, longer than counting them.
 */
const uptoRankOf = ({ range }: PageRequest) => sql`where sort_0 <= coalesce((
  select min(rank) from (
    select sort_0 as rank, sum(count(*)) over (order by sort_0) as reached from matching group by sort_0) as ranks
  where reached >= ${range.to}), (select max(sort_0) from matching))`

/** A page and the number of all rows, by one statement: it finds the sort keys of the rows once, and reads those of the page. */
async function pageWithCount<R extends Row>(
  db: Db,
  filtered: Builder<R>,
  unfiltered: Builder<R>,
  { order, page, direction }: Window<R>,
): Promise<{ rows: R[]; count: number }> {
  const names = order.columns.map((_, place) => `sort_${place}`)
  const keys = order.columns.map((column, place) => sqlOf(column).as(`sort_${place}`))
  const found = filtered.clearSelect().select(keys)
  const id = sql.ref(`page.${names.at(-1)}`)
  const isByRank = order.beginsWithRank && direction === 'asc' && !(page.after || page.before)
  const ranks = isByRank ? uptoRankOf(page) : sql``
  const { rows } = await sql<R & { readonly found: number }>`${ownPlan}
    with matching as materialized (${found}),
      page as (select * from (select * from matching ${ranks}) as near ${pageClause(names, page, direction)})
    select counted.found, shown.* from (select count(*)::int as found from matching) as counted
    left join (page join (${unfiltered}) as shown on shown.id = ${id}) on true
    ${orderClause(
      names.map((name) => `page.${name}`),
      direction,
    )}`.execute(db)
  // Without `found`, a row has the columns of `R` again.
  const shown = rows.flatMap(({ found: _, ...row }) => (row.id === null ? [] : [row as unknown as R]))
  return { rows: shown, count: rows[0]?.found ?? 0 }
}

const inOrder = <T>(rows: T[], compare: (one: T, other: T) => number, direction: 'asc' | 'desc'): T[] =>
  direction === 'asc' ? rows.sort(compare) : rows.sort(compare).reverse()

/** Cuts a page out of all rows, which are in order. */
export function cutPage<T extends Row>(rows: readonly T[], { range, after, before }: PageRequest): T[] {
  const size = range.to - range.from + 1
  const indexOf = (key: Place) => rows.findIndex(({ id }) => id === key.at(-1))
  if (after) return rows.slice(indexOf(after) + 1, indexOf(after) + 1 + size)
  const end = before ? Math.max(indexOf(before), 0) : range.to
  return rows.slice(Math.max(end - size, 0), end)
}

/** Ids of a query, in its order: 4 bytes each, so that a million fit in little memory and are read without blocking. */
export async function listIds(db: Db, query: RawBuilder<{ id: number }>): Promise<Int32Array> {
  const { rows } = await sql<{ ids: Buffer | null }>`
    select string_agg(int4send(id), ''::bytea) as ids from (${query}) as found`.execute(db)
  const packed = rows[0]?.ids ?? Buffer.alloc(0)
  return Int32Array.from({ length: packed.length / 4 }, (_, index) => packed.readInt32BE(index * 4))
}
