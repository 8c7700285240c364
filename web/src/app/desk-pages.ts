import { type ProtectedPageName, paths } from '@portal/contract'
import type { RouteComponent } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import type { MenuEntry } from '#features/desk/desk-menu.tsx'
import type { Part } from '#lib/i18n/texts.ts'
import type { PageKind } from '#ui/feedback/page-skeleton.tsx'
import { type LoadPage, lazyPageWithQueries } from './lazy-page.ts'
import type { Section } from './route-data.ts'

export interface DeskPage {
  readonly title: ParseKeys
  readonly component: RouteComponent
  /** Section of the window's title; `desk` by default. */
  readonly section?: Section
  /** Its entry in the menu, whose text is the title by default. */
  readonly menu?: Partial<Omit<MenuEntry, 'path' | 'group' | 'key'>> & Pick<MenuEntry, 'group' | 'key'>
  /** Its shape while it loads. */
  readonly kind: PageKind
  /** Parts of the texts that it needs beside those of the desk. */
  readonly texts?: readonly Part[]
}

/** Declares pages of one shape. */
const pageOf =
  (kind: PageKind) =>
  <K extends string>(title: ParseKeys, load: LoadPage<K>, name: K, more?: Partial<DeskPage>): DeskPage => ({
    title,
    kind,
    component: lazyPageWithQueries(load, name),
    ...more,
  })
const list = pageOf('list')
const filteredList = pageOf('filteredList')
const record = pageOf('record')
const home = pageOf('home')
const form = pageOf('form')
const page = pageOf('text')

const caseLists = () => import('#features/cases/list/case-list-page.tsx')
const myCases = filteredList('cases.lists.mine', caseLists, 'MyCasesPage')
const caseDetail = record('cases.detail', () => import('#features/cases/record/case-page.tsx'), 'CasePage')
const associationLists = () => import('#features/associations/list/association-list-page.tsx')
const associationDetail = (title: ParseKeys) =>
  record(title, () => import('#features/associations/record/association-page.tsx'), 'AssociationPage', {
    section: 'register',
  })
const registryLists = () => import('#features/registry/list/registry-list-page.tsx')
const newRecord = () => import('#features/registry/new-record-page.tsx')
const operatorNew = form('operators.new', () => import('#features/operators/operator-new-page.tsx'), 'OperatorNewPage')
const ofAssociation = { section: 'association' } as const
const withEnrolmentForm = { section: 'association', texts: ['enrolment'] } as const

/**
 * The pages for signed-in users, those of the menu in its order; a name is the page to which a path redirects. A page of
 * `protectedPages` without a row does not compile.
 */
// biome-ignore format: a table
export const deskPages: Readonly<Record<ProtectedPageName, DeskPage | ProtectedPageName>> = {
  deskHome: home('desk.home', () => import('#features/cases/home/cases-home-page.tsx'), 'CasesHomePage'),
  deskStart: 'deskHome',
  caseList: filteredList('cases.lists.all', caseLists, 'AllCasesPage', { menu: { group: 'work', key: 'c', counter: 'total', query: 'pending' } }),
  caseDetail,
  caseStart: 'caseList',
  caseNew: form('caseNew.title', () => import('#features/cases/new-case/case-new-page.tsx'), 'CaseNewPage'),
  flaggedReports: list('flaggedReports.title', () => import('#features/cases/flagged-reports/flagged-reports-page.tsx'), 'FlaggedReportsPage'),
  toAssignList: filteredList('cases.lists.toAssign', caseLists, 'CasesToAssignPage', { menu: { group: 'work', key: 'a', counter: 'toAssign' } }),
  toAssignDetail: caseDetail,
  toAssignStart: 'toAssignList',
  myCaseList: { ...myCases, menu: { group: 'work', key: 'm', counter: 'assigned' } },
  myCaseListToo: myCases,
  myCaseDetail: caseDetail,
  myCaseDetailToo: caseDetail,
  myCaseStart: 'myCaseList',
  myCaseStartToo: 'myCaseList',
  outOfRemitList: filteredList('cases.lists.outOfRemit', caseLists, 'CasesOutOfRemitPage', { menu: { group: 'work', key: 'n' } }),
  outOfRemitDetail: caseDetail,
  outOfRemitStart: 'outOfRemitList',
  personList: filteredList('registry.lists.person', registryLists, 'PersonListPage', { menu: { group: 'people', key: 'p', text: 'registry.title' } }),
  organisationList: filteredList('registry.lists.organisation', registryLists, 'OrganisationListPage'),
  personDetail: record('registry.page.person', () => import('./record-page.tsx'), 'RecordPage'),
  duplicateList: list('registry.duplicates.title', () => import('#features/registry/duplicates/pair-list-page.tsx'), 'PairListPage', { menu: { group: 'people', key: 'd' } }),
  suggestionList: list('registry.suggestions.title', () => import('#features/registry/duplicates/suggestion-list-page.tsx'), 'SuggestionListPage'),
  duplicatePair: record('registry.duplicates.pair', () => import('#features/registry/duplicates/pair-page.tsx'), 'PairPage'),
  statistics: page('statisticsPage.cases.title', () => import('#features/statistics/case-statistics-page.tsx'), 'CaseStatisticsPage', { menu: { group: 'office', key: 's' } }),
  personNew: form('registry.new.person', newRecord, 'NewPersonPage'),
  organisationNew: form('registry.new.organisation', newRecord, 'NewOrganisationPage'),
  organisationDetail: record('registry.page.organisation', () => import('./record-page.tsx'), 'RecordPage'),
  registryCaseDetail: caseDetail,
  registerHome: home('desk.registerHome', () => import('#features/associations/home/register-home-page.tsx'), 'RegisterHomePage', { section: 'register', menu: { group: 'register', key: 'r' } }),
  registerStart: 'registerHome',
  newRequestList: filteredList('register.lists.newRequests', associationLists, 'NewRequestsPage', { section: 'register', menu: { group: 'register', key: 'q', counter: 'waiting', query: 'ownTurn' } }),
  newRequestDetail: associationDetail('register.detail.request'),
  newRequestStart: 'newRequestList',
  enrolledList: filteredList('register.lists.enrolled', associationLists, 'EnrolledPage', { section: 'register', menu: { group: 'register', key: 'i' } }),
  enrolledDetail: associationDetail('register.detail.association'),
  enrolledStart: 'enrolledList',
  notEnabledList: filteredList('register.lists.notEnabled', associationLists, 'NotEnabledPage', { section: 'register', menu: { group: 'register', key: 'z' } }),
  notEnabledDetail: associationDetail('register.detail.association'),
  notEnabledStart: 'notEnabledList',
  registerStatistics: page('statisticsPage.register.title', () => import('#features/statistics/register-statistics-page.tsx'), 'RegisterStatisticsPage', { section: 'register', menu: { group: 'register', key: 't' } }),
  rightsList: list('rightsPage.title', () => import('#features/rights/rights-list-page.tsx'), 'RightsListPage', { menu: { group: 'people', key: 'y', counter: 'rights', query: 'toDecide', hidesNone: true } }),
  rightsNew: form('rightsPage.new', () => import('#features/rights/rights-new-page.tsx'), 'RightsNewPage'),
  rightsDetail: record('rightsPage.detail', () => import('#features/rights/rights-page.tsx'), 'RightsPage'),
  operatorList: list('operators.title', () => import('#features/operators/operator-list-page.tsx'), 'OperatorListPage', { menu: { group: 'office', key: 'o' } }),
  operatorStart: 'operatorList',
  operatorNew,
  operatorNewToo: operatorNew,
  operatorDetail: record('operators.detail', () => import('#features/operators/operator-page.tsx'), 'OperatorPage'),
  operatorEdit: form('operators.edit', () => import('#features/operators/operator-edit-page.tsx'), 'OperatorEditPage'),
  referenceLists: list('referenceLists.title', () => import('#features/reference/lists-page.tsx'), 'ListsPage', { menu: { group: 'office', key: 'l', text: 'referenceLists.shortTitle' } }),
  referenceEntries: list('referenceLists.entries', () => import('#features/reference/entries-page.tsx'), 'EntriesPage'),
  assurances: page('assurancesPage.title', () => import('#features/office-texts/assurances-page.tsx'), 'AssurancesPage', { menu: { group: 'office', key: 'g' } }),
  auditLog: list('auditPage.title', () => import('#features/audit/audit-page.tsx'), 'AuditPage', { menu: { group: 'office', key: 'u', text: 'auditPage.shortTitle' } }),
  exports: list('exportPage.mine', () => import('#features/exports/exports-page.tsx'), 'ExportsPage', { menu: { group: 'office', key: 'e', text: 'exportPage.menu' } }),
  batch: list('batchPage.title', () => import('#features/batch/runs-page.tsx'), 'RunsPage', { menu: { group: 'office', key: 'b' } }),
  batchStart: form('batchPage.startTitle', () => import('#features/batch/batch-page.tsx'), 'BatchPage'),
  agenda: page('agendaPage.title', () => import('#features/agenda/agenda-page.tsx'), 'AgendaPage'),
  information: page('information.title', () => import('#features/information/information-page.tsx'), 'InformationPage', { section: 'site', menu: { group: 'office', key: 'f' } }),
  deskAssistance: page('desk.assistance', () => import('#features/assistance/desk-assistance-page.tsx'), 'DeskAssistancePage', { section: 'assistance', menu: { group: 'office', key: 'k' }, texts: ['pages', 'assistance'] }),
  mySessions: page('mySessions.title', () => import('#features/session/my-sessions-page.tsx'), 'MySessionsPage', { section: 'site' }),
  personalArea: page('desk.personalArea', () => import('#features/personal-area/personal-area-page.tsx'), 'PersonalAreaPage', ofAssociation),
  personalAreaStart: 'personalArea',
  personalAreaEdit: form('personalArea.edit.title', () => import('#features/personal-area/own-edit-page.tsx'), 'OwnEditPage', withEnrolmentForm),
  personalAreaRenewal: form('personalArea.renewal.title', () => import('#features/personal-area/own-renewal-page.tsx'), 'OwnRenewalPage', withEnrolmentForm),
}

/** The entries of the menu that any role has. */
export const menuEntries: readonly MenuEntry[] = Object.entries(deskPages).flatMap(([name, row]) =>
  typeof row === 'object' && row.menu ? [{ path: paths[name as ProtectedPageName], text: row.title, ...row.menu }] : [],
)

/** The heading of a page before anything of it is loaded: that of a record and of a home is a name. */
export const headingOf = ({ kind, title }: DeskPage): ParseKeys | undefined =>
  kind === 'record' || kind === 'home' ? undefined : title
