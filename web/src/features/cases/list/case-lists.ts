import {
  type CaseRow,
  type CaseView,
  caseSearch,
  caseSorts,
  type ExportKind,
  listCases,
  listCasesToAssign,
  listDismissedCases,
  listMyCases,
  paths,
  type SitePath,
  searchCases,
  withDefaultStatuses,
} from '@portal/contract'
import { call } from '#lib/api/call.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import type { ListSource } from '#list/list.ts'
import { type CaseListFilters, caseFiltersOf } from '../filters/case-filters.ts'

interface CaseListFacts {
  readonly view: CaseView
  readonly path: SitePath
  readonly detailPath: SitePath
  readonly endpoint: typeof listCases | typeof listMyCases | typeof listCasesToAssign | typeof listDismissedCases
  /** Only view 0 shows and filters by operator (specification 2 §2). */
  readonly hasOperator: boolean
}

/** A list of cases: its address, its call, and the address of its case pages. */
export interface CaseList extends CaseListFacts, ListSource<CaseRow, CaseListFilters> {
  readonly path: SitePath
}

const { insertedAt: _unshown, ...shownSorts } = caseSorts
/** The columns that the tables sort by; none shows when a case was entered. */
export const columnSorts = shownSorts
/** The names of reporter and victim are encrypted: no table sorts by them. */
export type CaseColumn = keyof typeof columnSorts | 'reporter' | 'victim'

/** What an export of a list is called. */
export const exportKindOf = ({ view }: CaseList): ExportKind => (view === 'mine' ? 'myCases' : 'cases')

/** What the server narrows a list by: without chosen statuses, by those of the list. */
export const filtersOf = ({ view }: { readonly view: CaseView }, { isEverywhere, ...chosen }: CaseListFilters) =>
  withDefaultStatuses(isEverywhere ? 'everywhere' : view, chosen)

/** Fetches a page of a list; by POST if a filter may not be in an address, or to search all lists. */
const fetchPageOf =
  ({ view, endpoint }: CaseListFacts): CaseList['fetchPage'] =>
  ({ page, filters: chosen, isSealed }, signal) => {
    const { isEverywhere } = chosen
    const filters = filtersOf({ view }, chosen)
    const isNarrowed = Object.keys(filters).length > 0
    if (!(isSealed || isEverywhere))
      return call(endpoint, { query: { ...page, ...(isNarrowed && { filters }) } }, { signal })
    return call(
      searchCases,
      { query: { view: isEverywhere ? 'everywhere' : view }, body: { ...page, filters } },
      { signal },
    )
  }

const caseList = (facts: CaseListFacts): CaseList => ({
  ...facts,
  name: 'cases',
  queryKey: ['cases', 'list', facts.view],
  fetchPage: fetchPageOf(facts),
  filters: caseFiltersOf(facts),
  schema: caseSearch,
  sorts: columnSorts,
  hasSizes: true,
})

/** The four lists of cases (specification 2 §2), each with its pages and its call. */
// biome-ignore format: a table
export const caseLists: Readonly<Record<CaseView, CaseList>> = {
  all:        caseList({ view: 'all',        path: paths.caseList,       detailPath: paths.caseDetail,       endpoint: listCases,          hasOperator: true }),
  toAssign:   caseList({ view: 'toAssign',   path: paths.toAssignList,   detailPath: paths.toAssignDetail,   endpoint: listCasesToAssign,  hasOperator: false }),
  mine:       caseList({ view: 'mine',       path: paths.myCaseList,     detailPath: paths.myCaseDetail,     endpoint: listMyCases,        hasOperator: false }),
  outOfRemit: caseList({ view: 'outOfRemit', path: paths.outOfRemitList, detailPath: paths.outOfRemitDetail, endpoint: listDismissedCases, hasOperator: false }),
}

/** The cases of a registry record (view 9), which are shown as those of view 0 but open under an address of their own. */
export const casesOfRecord: CaseList = { ...caseLists.all, detailPath: paths.registryCaseDetail }

/** Path of the page of a case opened from a list, or from a registry record. */
export const detailPathOf = (view: CaseView | 'registry'): SitePath =>
  (view === 'registry' ? casesOfRecord : caseLists[view]).detailPath

export const caseHref = (list: CaseList, id: number) => siteHref(list.detailPath, { id })
