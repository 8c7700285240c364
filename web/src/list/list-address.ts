import { limits, type Ordering, type Page, type RowRange, rowsOfPage } from '@portal/contract'
import { siteHref } from '#lib/page/page-settings.ts'
import type { Sort } from '#ui/data-table.tsx'
import { filterAt, filterKeys, filterValue } from './filters/filter.ts'
import { validFilters } from './filters/filter-draft.ts'
import { readFilter, writeFilter } from './filters/filter-kinds.ts'
import type { FilteredPage, ListPlace, ListState, Narrowing, NeighbourHrefs, PageKeys } from './list.ts'

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)

const written = (value: unknown) => (typeof value === 'number' ? String(value) : asText(value))

const hasSealed = (source: FilteredPage<object>) => filterKeys(source).some((key) => filterAt(source, key).isSealed)

const isInAddress = (source: FilteredPage<object>, key: string) => !filterAt(source, key).isSealed

function readFilters(source: FilteredPage<object>, address: Record<string, unknown>): object {
  const filters = filterKeys(source)
    .filter((key) => isInAddress(source, key))
    .flatMap((key) => {
      const filter = filterAt(source, key)
      const text = written(address[filter.wire])
      const value = text === undefined ? undefined : readFilter(filter, text)
      return value === undefined ? [] : [[key, value] as const]
    })
  return validFilters(source, Object.fromEntries(filters))
}

function readSize(
  { hasSizes }: FilteredPage<object>,
  { righe, pagina }: Record<string, unknown>,
  defaultSize: number,
): number {
  if (!hasSizes) return limits.page.rows
  const size = righe === undefined && pagina === undefined ? defaultSize : Number(righe)
  return limits.page.choices.find((choice) => choice === size) ?? limits.page.rows
}

/** Reads the address; what makes no sense is left out. One without rows and without a page has the usual rows. */
export const readListState = <F extends object>(
  source: FilteredPage<F>,
  address: Record<string, unknown>,
  defaultSize: number = limits.page.rows,
): ListState<F> => {
  const filters = readFilters(source, address) as F
  return {
    ...readListPlace(address),
    filters,
    sealedId: hasSealed(source) ? asText(address.ricerca) : undefined,
    sort: readSort(source.sorts, asText(address.ordine)) ?? source.defaultSort?.(filters),
    size: readSize(source, address, defaultSize),
  }
}

const inAddress = (
  source: FilteredPage<object>,
  { filters = {}, sealedId, sort, size }: Partial<Narrowing<object>>,
) => ({
  ...Object.fromEntries(
    filterKeys(source)
      .filter((key) => isInAddress(source, key))
      .map((key) => [filterAt(source, key).wire, writeFilter(filterAt(source, key), filterValue(filters, key))])
      .filter(([, text]) => text !== ''),
  ),
  ricerca: sealedId,
  ordine:
    writeSort(source.sorts, sort) === writeSort(source.sorts, source.defaultSort?.(filters))
      ? undefined
      : writeSort(source.sorts, sort),
  righe: size === limits.page.rows ? undefined : size,
})

/** Address of the first page of a list, or of another page with filters. */
export const listHref = <F extends object>(source: FilteredPage<F>, narrowing: Partial<Narrowing<F>> = {}): string =>
  siteHref(source.path, inAddress(source, narrowing))

/** Address of the page on show. */
export const hereHref = <F extends object>(source: FilteredPage<F>, state: ListState<F>): string =>
  siteHref(source.path, {
    ...inAddress(source, state),
    pagina: state.page === 1 ? undefined : state.page,
    dopo: state.after,
    prima: state.before,
  })

/** Address of another page of the same. */
export const pageHref = <F extends object>(
  source: FilteredPage<F>,
  number: number,
  state: ListState<F>,
  keys: PageKeys,
): string => siteHref(source.path, { ...inAddress(source, state), ...placeInAddress(number, state, keys) })

const hasNext = ({ from, rows, count, countIsMore }: Page<unknown>) =>
  rows.length > 0 && (countIsMore || from + rows.length <= count)

/** Addresses of the pages before and after the one on show, where there are any. */
export const neighbourHrefs = <F extends object>(
  source: FilteredPage<F>,
  state: ListState<F>,
  page: Page<unknown>,
): NeighbourHrefs => ({
  previous: state.page > 1 ? pageHref(source, state.page - 1, state, page) : undefined,
  next: hasNext(page) ? pageHref(source, state.page + 1, state, page) : undefined,
})

/** The columns that a list may be sorted by, with their names on the wire. */
type Sorts = Readonly<Record<string, string>> | undefined

/** As the address has it: the column, behind a hyphen from the last to the first. */
function writeSort(sorts: Sorts, sort: Sort | undefined): string | undefined {
  const wire = sort && sorts?.[sort.column]
  return wire && (sort.direction === 'descending' ? `-${wire}` : wire)
}

function readSort(sorts: Sorts = {}, text = ''): Sort | undefined {
  const column = Object.keys(sorts).find((one) => sorts[one] === text.replace(/^-/, ''))
  return column === undefined ? undefined : { column, direction: text.startsWith('-') ? 'descending' : 'ascending' }
}

/** From what a call has, and into it; nothing for the server's own order. */
export const sortOf = (sorts: Sorts, [ordering]: readonly Ordering[] = []): Sort | undefined =>
  ordering && readSort(sorts, `${ordering.direction === 'desc' ? '-' : ''}${ordering.column}`)

export function orderingsOf(sorts: Sorts, sort: Sort | undefined): Ordering[] | undefined {
  const column = sort && sorts?.[sort.column]
  return column ? [{ column, direction: sort.direction === 'descending' ? 'desc' : 'asc' }] : undefined
}

/** Reads the address; what makes no sense is left out. */
export function readListPlace(address: Record<string, unknown>): ListPlace {
  const page = Number(address.pagina)
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    after: asText(address.dopo),
    before: asText(address.prima),
  }
}

/** What the address of another page says: a neighbour goes by the keys of this one, any other by its number. */
export const placeInAddress = (number: number, { page }: ListPlace, { firstKey, lastKey }: PageKeys) => ({
  pagina: number === 1 ? undefined : number,
  dopo: number === page + 1 ? lastKey : undefined,
  prima: number === page - 1 && number > 1 ? firstKey : undefined,
})

/** The rows that a place asks for, and the key to find them by. */
export const rowsAt = ({ page, after, before }: ListPlace, size: number = limits.page.rows) => {
  const { from, to }: RowRange = rowsOfPage(page, size)
  return { from, to, after, before }
}
