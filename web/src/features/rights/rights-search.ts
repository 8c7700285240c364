import { paths, type RightsKind, type RightsStatus, rightsKinds, rightsStatuses } from '@portal/contract'
import { type ListPlace, type PageKeys, placeInAddress, readListPlace } from '#lib/list/list-place.ts'
import { siteHref } from '#lib/page/page-settings.ts'

/** Which part of the list of requests is on show, as the address has it. */
export interface RightsSearch extends ListPlace {
  readonly status?: RightsStatus | undefined
  readonly kind?: RightsKind | undefined
  /** Only those that the user may decide now. */
  readonly isDecidable?: boolean | undefined
}
type Filters = Pick<RightsSearch, 'status' | 'kind' | 'isDecidable'>

const keyOf = <K extends string>(names: Readonly<Record<K, string>>, wire: unknown) =>
  (Object.keys(names) as K[]).find((key) => names[key] === wire)

/** Reads the address; what makes no sense is left out. */
export const readRightsSearch = (address: Record<string, unknown>): RightsSearch => ({
  ...readListPlace(address),
  status: keyOf(rightsStatuses, address.stato),
  kind: keyOf(rightsKinds, address.tipo),
  isDecidable: String(address.da_decidere) === '1' || undefined,
})

const filtersInAddress = ({ status, kind, isDecidable }: Filters) => ({
  stato: status && rightsStatuses[status],
  tipo: kind && rightsKinds[kind],
  da_decidere: isDecidable ? 1 : undefined,
})

export const rightsHref = (filters: Filters): string => siteHref(paths.rightsList, filtersInAddress(filters))

export const rightsPageHref = (wanted: number, search: RightsSearch, keys: PageKeys): string =>
  siteHref(paths.rightsList, { ...filtersInAddress(search), ...placeInAddress(wanted, search, keys) })
