import { type AuditFilters, auditFilters, paths } from '@portal/contract'
import * as z from 'zod/mini'
import { type ListPlace, type PageKeys, placeInAddress, readListPlace } from '#lib/list/list-place.ts'
import { siteHref } from '#lib/page/page-settings.ts'

/** Which part of the log is on show; all of it lives in the address, under the names of the wire. */
export interface AuditSearch extends ListPlace {
  readonly filters: AuditFilters
}

/** Reads the address; what makes no sense is left out. */
export function readAuditSearch(address: Record<string, unknown>): AuditSearch {
  const read = Object.entries(address).flatMap(([name, value]) => {
    const one = z.safeDecode(auditFilters, { [name]: value } as never)
    return one.success ? [one.data] : []
  })
  return { ...readListPlace(address), filters: Object.assign({}, ...read) }
}

function filtersInAddress(filters: AuditFilters) {
  const { dal, al, ...rest } = z.encode(auditFilters, filters)
  return { dal: dal?.slice(0, 10), al: al?.slice(0, 10), ...rest }
}

/** Address of the first page of what the filters leave. */
export const auditHref = (filters: AuditFilters): string => siteHref(paths.auditLog, filtersInAddress(filters))

/** Address of another page of the same. */
export const auditPageHref = (wanted: number, search: AuditSearch, keys: PageKeys): string =>
  siteHref(paths.auditLog, { ...filtersInAddress(search.filters), ...placeInAddress(wanted, search, keys) })
