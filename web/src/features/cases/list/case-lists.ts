import {
  type CaseRow,
  type CaseStatus,
  type CaseView,
  caseSearch,
  caseStatusIds,
  listCases,
  listCasesToAssign,
  listDismissedCases,
  listMyCases,
  paths,
  pendingStatuses,
  type SitePath,
  searchCases,
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
  /** Whose the cases are is shown and asked for in view 0 alone (specification 2 §2). */
  readonly hasOperator: boolean
  /** The statuses that it shows unless others are chosen; all where there are none. */
  readonly usualStatuses?: readonly CaseStatus[]
}

/** A list of cases: where it is, how it is read, and where its cases are shown. */
export interface CaseList extends CaseListFacts, ListSource<CaseRow, CaseListFilters> {
  readonly path: SitePath
}

/** What the lists may be sorted by: columns of the table, by their names on the wire. */
export const caseSorts = {
  status: 'id_stato',
  protocolNumber: 'numero_protocollo',
  createdAt: 'data_creazione',
  due: 'data_scadenza',
  field: 'id_ambito',
  mode: 'id_modalita_discriminazione',
  ground: 'id_ground',
  place: 'virtuale_fisico',
  language: 'id_lingua',
  operator: 'operatore',
  outcome: 'id_esito_finale',
} as const
export type CaseColumn = keyof typeof caseSorts

/** Asks for part of a list; by POST as soon as something is looked for that must not stand in an address, or in all lists. */
const fetchPageOf =
  ({ view, endpoint, usualStatuses }: CaseListFacts): CaseList['fetchPage'] =>
  ({ page, filters: { isEverywhere, ...chosen }, isSealed }, signal) => {
    const filters = usualStatuses && !chosen.statuses ? { ...chosen, statuses: [...usualStatuses] } : chosen
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
  sorts: caseSorts,
  hasSizes: true,
})

/** The four lists of cases (specification 2 §2): each with its pages and the call that reads it. */
// biome-ignore format: a table
export const caseLists: Readonly<Record<CaseView, CaseList>> = {
  all:        caseList({ view: 'all',        path: paths.caseList,       detailPath: paths.caseDetail,       endpoint: listCases,          hasOperator: true }),
  toAssign:   caseList({ view: 'toAssign',   path: paths.toAssignList,   detailPath: paths.toAssignDetail,   endpoint: listCasesToAssign,  hasOperator: false }),
  mine:       caseList({ view: 'mine',       path: paths.myCaseList,     detailPath: paths.myCaseDetail,     endpoint: listMyCases,        hasOperator: false, usualStatuses: pendingStatuses }),
  outOfRemit: caseList({ view: 'outOfRemit', path: paths.outOfRemitList, detailPath: paths.outOfRemitDetail, endpoint: listDismissedCases, hasOperator: false }),
}

/** Statuses in which nothing is left to do. */
export const endedStatuses: readonly CaseStatus[] = (Object.keys(caseStatusIds) as CaseStatus[]).filter(
  (status) => !pendingStatuses.some((one) => one === status),
)

/** Where a case is shown that was opened from a list, or from a record of the registry. */
export const detailPathOf = (view: CaseView | 'registry'): SitePath =>
  view === 'registry' ? paths.caseDetail : caseLists[view].detailPath

export const caseHref = (list: CaseList, id: number) => siteHref(list.detailPath, { id })
