import {
  type CaseStatus,
  type CaseView,
  caseStatusIds,
  listCases,
  listCasesToAssign,
  listDismissedCases,
  listMyCases,
  paths,
  pendingStatuses,
  type SitePath,
} from '@portal/contract'

export interface CaseList {
  readonly view: CaseView
  readonly path: SitePath
  readonly detailPath: SitePath
  readonly endpoint: typeof listCases | typeof listMyCases | typeof listCasesToAssign | typeof listDismissedCases
  /** Whose the cases are is told and asked for in view 0 alone (specification 2 §2). */
  readonly hasOperator: boolean
  /** The statuses that it shows unless others are chosen; all where there are none. */
  readonly usualStatuses?: readonly CaseStatus[]
}

/** Statuses in which nothing is left to do. */
export const endedStatuses: readonly CaseStatus[] = (Object.keys(caseStatusIds) as CaseStatus[]).filter(
  (status) => !pendingStatuses.some((one) => one === status),
)

/** The four lists of cases (specification 2 §2): each with its pages and the call that reads it. */
// biome-ignore format: a table
export const caseLists = {
  all:        { view: 'all',        path: paths.caseList,       detailPath: paths.caseDetail,       endpoint: listCases,          hasOperator: true },
  toAssign:   { view: 'toAssign',   path: paths.toAssignList,   detailPath: paths.toAssignDetail,   endpoint: listCasesToAssign,  hasOperator: false },
  mine:       { view: 'mine',       path: paths.myCaseList,     detailPath: paths.myCaseDetail,     endpoint: listMyCases,        hasOperator: false, usualStatuses: pendingStatuses },
  outOfRemit: { view: 'outOfRemit', path: paths.outOfRemitList, detailPath: paths.outOfRemitDetail, endpoint: listDismissedCases, hasOperator: false },
} as const satisfies Record<CaseView, CaseList>

/** Where a case is shown that was opened from a list, or from a record of the registry. */
export const detailPathOf = (view: CaseView | 'registry'): SitePath =>
  view === 'registry' ? paths.caseDetail : caseLists[view].detailPath

/** The heading of a list: where the focus goes when what had it is gone. */
export const listTitleId = 'case-list-title'
