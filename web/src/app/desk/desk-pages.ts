import type { ProtectedPageName } from '@portal/contract'
import type { RouteComponent } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import type { Part } from '#lib/i18n/texts.ts'
import type { PageKind } from '#ui/feedback/page-skeleton.tsx'
import { type LoadPage, lazyPageWithQueries } from '../lazy-page.ts'
import type { Section } from '../route-data.ts'

export interface DeskPage {
  readonly title: ParseKeys
  readonly component: RouteComponent
  /** Section of the window's title; `desk` by default. */
  readonly section?: Section
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
 * The pages for signed-in users; a name is the page to which a path redirects. A page of `protectedPages` without a row does not
 * compile. Those of the menu are in desk-menu-entries.ts.
 */
// biome-ignore format: a table
export const deskPages: Readonly<Record<ProtectedPageName, DeskPage | ProtectedPageName>> = {
  deskHome: home('desk.home', () => import('#features/cases/home/cases-home-page.tsx'), 'CasesHomePage'),
  deskStart: 'deskHome',
  caseList: filteredList('cases.lists.all', caseLists, 'AllCasesPage'),
  caseDetail,
  caseStart: 'caseList',
  caseNew: form('caseNew.title', () => import('#features/cases/new-case/case-new-page.tsx'), 'CaseNewPage'),
  flaggedReports: list('flaggedReports.title', () => import('#features/cases/flagged-reports/flagged-reports-page.tsx'), 'FlaggedReportsPage'),
  receivedMailList: filteredList('mailbox.title', () => import('#features/mailbox/mail-list-page.tsx'), 'MailListPage'),
  receivedMail: record('mailbox.detail', () => import('#features/mailbox/mail-page.tsx'), 'MailPage'),
  toAssignList: filteredList('cases.lists.toAssign', caseLists, 'CasesToAssignPage'),
  toAssignDetail: caseDetail,
  toAssignStart: 'toAssignList',
  myCaseList: myCases,
  myCaseListToo: myCases,
  myCaseDetail: caseDetail,
  myCaseDetailToo: caseDetail,
  myCaseStart: 'myCaseList',
  myCaseStartToo: 'myCaseList',
  outOfRemitList: filteredList('cases.lists.outOfRemit', caseLists, 'CasesOutOfRemitPage'),
  outOfRemitDetail: caseDetail,
  outOfRemitStart: 'outOfRemitList',
  personList: filteredList('registry.lists.person', registryLists, 'PersonListPage'),
  organisationList: filteredList('registry.lists.organisation', registryLists, 'OrganisationListPage'),
  personDetail: record('registry.page.person', () => import('../record-page.tsx'), 'RecordPage'),
  duplicateList: list('registry.duplicates.title', () => import('#features/registry/duplicates/pair-list-page.tsx'), 'PairListPage'),
  suggestionList: list('registry.suggestions.title', () => import('#features/registry/duplicates/suggestion-list-page.tsx'), 'SuggestionListPage'),
  duplicatePair: record('registry.duplicates.pair', () => import('#features/registry/duplicates/pair-page.tsx'), 'PairPage'),
  statistics: page('statisticsPage.cases.title', () => import('#features/statistics/case-statistics-page.tsx'), 'CaseStatisticsPage'),
  personNew: form('registry.new.person', newRecord, 'NewPersonPage'),
  organisationNew: form('registry.new.organisation', newRecord, 'NewOrganisationPage'),
  organisationDetail: record('registry.page.organisation', () => import('../record-page.tsx'), 'RecordPage'),
  registryCaseDetail: caseDetail,
  registerHome: home('desk.registerHome', () => import('#features/associations/home/register-home-page.tsx'), 'RegisterHomePage', { section: 'register' }),
  registerStart: 'registerHome',
  newRequestList: filteredList('register.lists.newRequests', associationLists, 'NewRequestsPage', { section: 'register' }),
  newRequestDetail: associationDetail('register.detail.request'),
  newRequestStart: 'newRequestList',
  enrolledList: filteredList('register.lists.enrolled', associationLists, 'EnrolledPage', { section: 'register' }),
  enrolledDetail: associationDetail('register.detail.association'),
  enrolledStart: 'enrolledList',
  notEnabledList: filteredList('register.lists.notEnabled', associationLists, 'NotEnabledPage', { section: 'register' }),
  notEnabledDetail: associationDetail('register.detail.association'),
  notEnabledStart: 'notEnabledList',
  registerStatistics: page('statisticsPage.register.title', () => import('#features/statistics/register-statistics-page.tsx'), 'RegisterStatisticsPage', { section: 'register' }),
  rightsList: list('rightsPage.title', () => import('#features/rights/rights-list-page.tsx'), 'RightsListPage'),
  rightsNew: form('rightsPage.new', () => import('#features/rights/rights-new-page.tsx'), 'RightsNewPage'),
  rightsDetail: record('rightsPage.detail', () => import('#features/rights/rights-page.tsx'), 'RightsPage'),
  operatorList: list('operators.title', () => import('#features/operators/operator-list-page.tsx'), 'OperatorListPage'),
  operatorStart: 'operatorList',
  operatorNew,
  operatorNewToo: operatorNew,
  operatorDetail: record('operators.detail', () => import('#features/operators/operator-page.tsx'), 'OperatorPage'),
  operatorEdit: form('operators.edit', () => import('#features/operators/operator-edit-page.tsx'), 'OperatorEditPage'),
  referenceLists: list('referenceLists.title', () => import('#features/reference/lists-page.tsx'), 'ListsPage'),
  referenceEntries: list('referenceLists.entries', () => import('#features/reference/entries-page.tsx'), 'EntriesPage'),
  letterTexts: page('letterTexts.title', () => import('#features/cases/letters/letter-texts-page.tsx'), 'LetterTextsPage'),
  assurances: page('assurancesPage.title', () => import('#features/office-texts/assurances-page.tsx'), 'AssurancesPage'),
  auditLog: list('auditPage.title', () => import('#features/audit/audit-page.tsx'), 'AuditPage'),
  exports: list('exportPage.mine', () => import('#features/exports/exports-page.tsx'), 'ExportsPage'),
  batch: list('batchPage.title', () => import('#features/batch/runs-page.tsx'), 'RunsPage'),
  batchStart: form('batchPage.startTitle', () => import('#features/batch/batch-page.tsx'), 'BatchPage'),
  agenda: page('agendaPage.title', () => import('#features/agenda/agenda-page.tsx'), 'AgendaPage'),
  information: page('information.title', () => import('#features/information/information-page.tsx'), 'InformationPage', { section: 'site' }),
  deskAssistance: page('desk.assistance', () => import('#features/assistance/desk-assistance-page.tsx'), 'DeskAssistancePage', { section: 'assistance', texts: ['pages', 'assistance'] }),
  manual: page('help.manual', () => import('#features/help/manual-page.tsx'), 'ManualPage', { section: 'site' }),
  mySessions: page('mySessions.title', () => import('#features/session/my-sessions-page.tsx'), 'MySessionsPage', { section: 'site' }),
  personalArea: page('desk.personalArea', () => import('#features/personal-area/personal-area-page.tsx'), 'PersonalAreaPage', ofAssociation),
  personalAreaStart: 'personalArea',
  personalAreaEdit: form('personalArea.edit.title', () => import('#features/personal-area/own-edit-page.tsx'), 'OwnEditPage', withEnrolmentForm),
  personalAreaRenewal: form('personalArea.renewal.title', () => import('#features/personal-area/own-renewal-page.tsx'), 'OwnRenewalPage', withEnrolmentForm),
}

/** The heading of a page before anything of it is loaded: that of a record and of a home is a name. */
export const headingOf = ({ kind, title }: DeskPage): ParseKeys | undefined =>
  kind === 'record' || kind === 'home' ? undefined : title
