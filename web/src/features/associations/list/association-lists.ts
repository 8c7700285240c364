import {
  type AssociationFilters,
  type AssociationRow,
  type AssociationStatus,
  associationFilterNames,
  associationFilters,
  associationStatusIds,
  listEnrolled,
  listNewRequests,
  listNotEnabled,
  paths,
  type RegisterTurn,
  registerTurnWords,
  type SitePath,
  sealedAssociationFilters,
  searchEnrolled,
  searchNewRequests,
  searchNotEnabled,
  associationLists as statusesOfLists,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { siteHref } from '#lib/page/page-settings.ts'
import type { Filter, FilterTable } from '#list/filters/filter.ts'
import { fromEndpoint } from '#list/from-endpoint.ts'
import type { ListSource } from '#list/list.ts'

export type AssociationListName = keyof typeof statusesOfLists
type AssociationFilterKey = keyof AssociationFilters

/** The group of a filter in the panel; simple filters come first and have none. */
type FilterGroup = 'organisation' | 'dates'

/** A list of associations: its address, its calls, and the address of its detail pages. */
export interface AssociationList extends ListSource<AssociationRow, AssociationFilters> {
  readonly view: AssociationListName
  readonly detailPath: SitePath
}

type Row = Omit<Filter, 'wire'> & { readonly group?: FilterGroup }

/** Every filter, in the order of the panel; the type requires all of them. */
// biome-ignore format: a table
const rows: Readonly<Record<AssociationFilterKey, Row>> = {
  name:           { kind: 'text' },
  number:         { kind: 'text', maxLength: 20 },
  statuses:       { kind: 'choices' },
  regions:        { kind: 'choices', list: 'region' },
  grounds:        { kind: 'choices', list: 'ground' },
  turns:          { kind: 'choices' },
  isLate:         { kind: 'flag' },
  isExpiring:     { kind: 'flag' },
  isCheckComplete: { kind: 'flag' },
  hasProposal:    { kind: 'flag' },
  isRemovalRequested: { kind: 'flag' },
  isRenewalWaiting: { kind: 'flag' },
  representative: { group: 'organisation', kind: 'text' },
  email:          { group: 'organisation', kind: 'text', maxLength: 254 },
  id:             { group: 'organisation', kind: 'number', maxLength: 9, least: 1 },
  requestedFrom:  { group: 'dates', kind: 'day' },
  requestedTo:    { group: 'dates', kind: 'day', notBefore: 'requestedFrom' },
  enrolledFrom:   { group: 'dates', kind: 'day' },
  enrolledTo:     { group: 'dates', kind: 'day', notBefore: 'enrolledFrom' },
  renewedFrom:    { group: 'dates', kind: 'day' },
  renewedTo:      { group: 'dates', kind: 'day', notBefore: 'renewedFrom' },
  eventFrom:      { group: 'dates', kind: 'day' },
  eventTo:        { group: 'dates', kind: 'day', notBefore: 'eventFrom' },
}

const keys = Object.keys(rows) as AssociationFilterKey[]
const isSealed = (key: AssociationFilterKey) => sealedAssociationFilters.some((sealed) => sealed === key)

/** The filters with a choice of these statuses, and without some. */
export function associationFiltersOf(
  statuses: readonly AssociationStatus[],
  without: readonly AssociationFilterKey[],
): FilterTable<AssociationFilters> {
  const names = Object.fromEntries(statuses.map((status) => [status, associationStatusIds[status]]))
  const filterOf = (key: AssociationFilterKey): Filter => ({
    ...rows[key],
    wire: associationFilterNames[key],
    ...(isSealed(key) && { isSealed: true }),
    ...(key === 'statuses' && {
      names,
      nameOf: (t, status: string) => t(`registerStatuses.${status as AssociationStatus}`),
    }),
    ...(key === 'turns' && {
      names: registerTurnWords,
      nameOf: (t, turn: string) => t(`register.turns.${turn as RegisterTurn}`),
    }),
  })
  return Object.fromEntries(keys.filter((key) => !without.includes(key)).map((key) => [key, filterOf(key)]))
}

/** The filters of a list: by status only where it has several, by lateness only where requests wait. */
function filtersOf(view: AssociationListName): FilterTable<AssociationFilters> {
  const statuses: readonly AssociationStatus[] = statusesOfLists[view]
  return associationFiltersOf(statuses, [
    ...(statuses.length > 1 ? [] : (['statuses'] as const)),
    ...(view === 'newRequests' ? [] : (['turns', 'isLate', 'isCheckComplete', 'isRenewalWaiting'] as const)),
    ...(view === 'enrolled' ? [] : (['isExpiring'] as const)),
  ])
}

const common = (view: AssociationListName) => ({
  view,
  filters: filtersOf(view),
  schema: associationFilters,
  hasSizes: true as const,
})
const inOneCache = (view: AssociationListName) => ({ queryKey: ['associations', 'list', view] })

/** The three lists of the register (decisions §6), each with its pages and its calls. */
export const associationLists: Readonly<Record<AssociationListName, AssociationList>> = {
  newRequests: {
    ...fromEndpoint(listNewRequests, searchNewRequests),
    ...common('newRequests'),
    ...inOneCache('newRequests'),
    path: paths.newRequestList,
    detailPath: paths.newRequestDetail,
  },
  enrolled: {
    ...fromEndpoint(listEnrolled, searchEnrolled),
    ...common('enrolled'),
    ...inOneCache('enrolled'),
    path: paths.enrolledList,
    detailPath: paths.enrolledDetail,
  },
  notEnabled: {
    ...fromEndpoint(listNotEnabled, searchNotEnabled),
    ...common('notEnabled'),
    ...inOneCache('notEnabled'),
    path: paths.notEnabledList,
    detailPath: paths.notEnabledDetail,
  },
}

/** The page of an association below the list that it is in; `event` names a past state of it. */
export const associationHref = (list: AssociationList, id: number, event?: number) =>
  siteHref(list.detailPath, { id, ...(event !== undefined && { evento: event }) })

/** The words of the filters, wherever associations are filtered. */
export const associationFilterTexts = {
  filterLabel: (t: TFunction, key: string) => t(`register.filters.${key as AssociationFilterKey}`),
  groupLabel: (t: TFunction, group: string) => t(`register.filterGroups.${group as FilterGroup}`),
}
