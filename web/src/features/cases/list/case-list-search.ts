import { type CaseFilters, caseFilterNames, limits, type Page } from '@portal/contract'
import { asText, type ListPlace, type PageKeys, placeInAddress, readListPlace } from '#lib/list/list-place.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import type { Sort } from '#ui/data-table.tsx'
import { sound } from '../filters/case-filter-draft.ts'
import { filterKeysOf, isSealed } from '../filters/case-filter-rows.ts'
import { readFilter, writeFilter } from '../filters/case-filter-text.ts'
import type { CaseList } from './case-lists.ts'
import { readSort, writeSort } from './case-sort.ts'

/** What a list is narrowed and sorted by, and how many rows a page of it has. */
export interface Narrowing {
  readonly filters: CaseFilters
  /** Whether the cases of all lists are looked through, and not of view 0 alone. */
  readonly isEverywhere?: boolean | undefined
  /** Names what is looked for in what people told; that itself stays out of the address. */
  readonly sealedId?: string | undefined
  readonly sort?: Sort | undefined
  readonly size: number
}

/** Which part of the list is on show; all of it lives in the address, under the names of the wire. */
export interface CaseListSearch extends ListPlace, Narrowing {}

const written = (value: unknown) => (typeof value === 'number' ? String(value) : asText(value))

/** Reads the address; what makes no sense is left out. One without rows and without a page has the usual rows. */
export function readCaseListSearch(
  address: Record<string, unknown>,
  list: CaseList,
  usualRows: number = limits.page.rows,
): CaseListSearch {
  const filters = filterKeysOf(list).flatMap((key) => {
    const text = isSealed(key) ? undefined : written(address[caseFilterNames[key]])
    const value = text === undefined ? undefined : readFilter(key, text)
    return value === undefined ? [] : [[key, value]]
  })
  const size = address.righe === undefined && address.pagina === undefined ? usualRows : Number(address.righe)
  return {
    ...readListPlace(address),
    filters: sound(Object.fromEntries(filters)),
    isEverywhere: list.view === 'all' && written(address.ovunque) === '1' ? true : undefined,
    sealedId: asText(address.ricerca),
    sort: readSort(asText(address.ordine)),
    size: limits.page.choices.find((choice) => choice === size) ?? limits.page.rows,
  }
}

const inAddress = ({ filters, isEverywhere, sealedId, sort, size }: Narrowing, list: CaseList) => ({
  ...Object.fromEntries(
    filterKeysOf(list)
      .filter((key) => !isSealed(key) && filters[key] !== undefined)
      .map((key) => [caseFilterNames[key], writeFilter(key, filters)]),
  ),
  ovunque: isEverywhere ? '1' : undefined,
  ricerca: sealedId,
  ordine: writeSort(sort),
  righe: size === limits.page.rows ? undefined : size,
})

/** Address of the first page of a list. */
export const listHref = (list: CaseList, narrowing: Narrowing): string =>
  siteHref(list.path, inAddress(narrowing, list))

/** Address of the page on show. */
export const hereHref = (list: CaseList, search: CaseListSearch): string =>
  siteHref(list.path, {
    ...inAddress(search, list),
    pagina: search.page === 1 ? undefined : search.page,
    dopo: search.after,
    prima: search.before,
  })

/** Address of another page of the same. */
export const pageHref = (wanted: number, list: CaseList, search: CaseListSearch, keys: PageKeys): string =>
  siteHref(list.path, { ...inAddress(search, list), ...placeInAddress(wanted, search, keys) })

/** Addresses of the pages before and after the one on show, where there are any. */
export const furtherHrefs = (
  list: CaseList,
  search: CaseListSearch,
  page: Page<unknown>,
): { readonly previous?: string | undefined; readonly next?: string | undefined } => ({
  previous: search.page > 1 ? pageHref(search.page - 1, list, search, page) : undefined,
  next: hasFurther(page) ? pageHref(search.page + 1, list, search, page) : undefined,
})

const hasFurther = ({ from, rows, count, countIsMore }: Page<unknown>) =>
  rows.length > 0 && (countIsMore || from + rows.length <= count)
