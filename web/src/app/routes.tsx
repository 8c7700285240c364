import { languageOf, paths } from '@portal/contract'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { loadPart } from '#lib/api/lazy-part.ts'
import { loadTextsOf, speak } from '#lib/i18n/texts.ts'
import { basePath } from '#lib/page/page-settings.ts'
import { ErrorPage, NotFoundPage } from './error-page.tsx'
import { LoadingPage } from './loading-page.tsx'
import { isPublicPath } from './public-path.ts'
import { PublicShell } from './public-shell.tsx'
import { RootFrame } from './root-frame.tsx'
import type { Section } from './route-data.ts'

/** A lazy page that fetches nothing. */
const still = <T extends Record<string, unknown>, K extends keyof T & string>(load: () => Promise<T>, name: K) =>
  lazyRouteComponent(() => loadPart(load), name) as RouteComponent

/** A lazy page with the query client. */
const lazy = <T extends Record<string, unknown>, K extends keyof T & string>(load: () => Promise<T>, name: K) =>
  still(async () => {
    const [part, { withQueries }] = await Promise.all([load(), import('#lib/api/queries.tsx')])
    return { [name]: withQueries(part[name] as RouteComponent) }
  }, name)

/** The address says which language the page speaks; each link carries it on. */
const root = createRootRoute({
  component: RootFrame,
  notFoundComponent: NotFoundPage,
  validateSearch: (search: Record<string, unknown>): { lang?: string } => search,
  search: { middlewares: [retainSearchParams(['lang'])] },
  beforeLoad: ({ search, location }) => speak(isPublicPath(location.pathname) ? languageOf(search.lang) : 'it'),
})
const site = createRoute({ getParentRoute: () => root, id: 'site', component: PublicShell })

const leadTo = (to: string) => () => {
  throw redirect({ to, replace: true })
}
const goTo = (from: string, to: string) =>
  createRoute({ getParentRoute: () => site, path: from, beforeLoad: leadTo(to) })

const wizard = createRoute({
  getParentRoute: () => site,
  id: 'wizard',
  component: still(() => import('#features/report-wizard/wizard-layout.tsx'), 'WizardLayout'),
})
const steps = () => import('#features/report-wizard/step-pages.tsx')
/** A page of the report. Its title says nothing of its content, since others may see the screen. */
const wizardPage = (path: string, title: string | undefined, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => wizard,
    path,
    component,
    staticData: { section: 'contactCentre', isNeutral: true, ...(title && { title }) },
    beforeLoad: async () => {
      // The intro is there at once; what the steps say and fetch by comes with the first of them.
      if (path === paths.reportIntro) return
      const choices = loadPart(() => import('#form/fetched-choice.tsx'))
      await Promise.all([loadTextsOf('wizard'), loadTextsOf('upload'), choices])
    },
  })

const reading = createRoute({ getParentRoute: () => site, id: 'reading', beforeLoad: () => loadTextsOf('pages') })
const textPage = (path: string, section: Section, title: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => reading, path, component, staticData: { section, title } })
const texts = () => import('#features/pages/text-pages.tsx')
const notices = () => import('#features/pages/notice-pages.tsx')
/** The notice on personal data is there in its language before its page is drawn. */
const noticePage = (path: string, name: 'PrivacyPage' | 'PrivacyNoticePage') =>
  createRoute({
    getParentRoute: () => reading,
    path,
    component: lazy(notices, name),
    staticData: { section: 'site', title: 'pages.privacy.title' },
    beforeLoad: async ({ search }) => {
      const { prepareNotice } = await loadPart(() => import('#features/pages/notice-texts.ts'))
      await prepareNotice('testo' in search ? search.testo : undefined)
    },
  })
const assistance = createRoute({
  getParentRoute: () => reading,
  path: paths.assistance,
  component: lazy(() => import('#features/assistance/assistance-page.tsx'), 'AssistancePage'),
  staticData: { section: 'assistance', title: 'pages.assistance.title' },
  beforeLoad: () => Promise.all([loadTextsOf('assistance'), loadTextsOf('upload')]).then(() => undefined),
})

const followUp = createRoute({
  getParentRoute: () => site,
  path: paths.followUp,
  component: still(() => import('#features/follow-up/follow-up-page.tsx'), 'FollowUpPage'),
  staticData: { section: 'contactCentre', title: 'followUp.pageTitle', isNeutral: true },
  beforeLoad: () => Promise.all([loadTextsOf('follow-up'), loadTextsOf('upload')]).then(() => undefined),
})

/** Login and refusals speak of their own: their texts come with them. */
const entrance = createRoute({ getParentRoute: () => site, id: 'entrance', beforeLoad: () => loadTextsOf('login') })
const entrancePage = (path: string, title: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => entrance, path, component, staticData: { section: 'site', title } })
const denied = () => import('#features/session/denied-pages.tsx')

const desk = createRoute({
  getParentRoute: () => root,
  id: 'desk',
  component: lazy(() => import('./desk-frame.tsx'), 'DeskFrame'),
  beforeLoad: async ({ location }) => {
    const { admit, hasAccess, signedInUser } = await loadPart(() => import('./desk-access.ts'))
    const [user] = await Promise.all([signedInUser(location.href), loadTextsOf('desk'), loadTextsOf('upload')])
    if (!hasAccess(user)) throw redirect({ to: paths.userNotAllowed, replace: true })
    return { user, admit }
  },
})

const deskPage = (path: string, section: Section, title: string, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => desk,
    path,
    component,
    staticData: { section, title },
    beforeLoad: ({ context }) => context.admit(path, context.user),
  })

/** The desk speaks of assistance in the words of the public page. */
const deskAssistance = createRoute({
  getParentRoute: () => desk,
  path: paths.deskAssistance,
  component: lazy(() => import('#features/assistance/desk-assistance-page.tsx'), 'DeskAssistancePage'),
  staticData: { section: 'assistance', title: 'desk.entries.assistance' },
  beforeLoad: async ({ context }) => {
    context.admit(paths.deskAssistance, context.user)
    await Promise.all([loadTextsOf('pages'), loadTextsOf('assistance')])
  },
})

/** Addresses below the back office that are no page of it. */
const notOnDesk = lazy(() => import('#features/desk/desk-not-found-page.tsx'), 'DeskNotFoundPage')
const deskNotFound = (path: string) => createRoute({ getParentRoute: () => desk, path, component: notOnDesk })

const deskGoTo = (from: string, to: string) =>
  createRoute({ getParentRoute: () => desk, path: from, beforeLoad: leadTo(to) })

const recordPage = lazy(() => import('./record-page.tsx'), 'RecordPage')
const caseLists = () => import('#features/cases/list/case-list-page.tsx')
const casePage = lazy(() => import('#features/cases/record/case-page.tsx'), 'CasePage')
const myCaseList = lazy(caseLists, 'MyCasesPage')
const operatorPage = (path: string, title: string, component: RouteComponent) =>
  deskPage(path, 'cases', title, component)
const operatorNew = lazy(() => import('#features/operators/operator-new-page.tsx'), 'OperatorNewPage')

/** The design system on one page: in development only. */
const developmentPages = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/kit',
        component: lazy(() => import('#features/kit/kit-page.tsx'), 'KitRoute'),
      }),
    ]
  : []

/** Every route of the site. */
const routeTree = root.addChildren([
  ...developmentPages,
  site.addChildren([
    goTo(paths.home, paths.contactCentre),
    goTo(paths.contactCentre, paths.reportIntro),
    wizard.addChildren([
      wizardPage(paths.reportIntro, undefined, still(steps, 'IntroPage')),
      wizardPage(paths.reportProfile, 'titles.steps.profile', still(steps, 'ProfilePage')),
      wizardPage(paths.reportDetails, 'titles.steps.details', still(steps, 'DetailsPage')),
      wizardPage(
        paths.reportFacts,
        'titles.steps.facts',
        lazy(() => import('#features/report-wizard/facts-page.tsx'), 'FactsPage'),
      ),
      wizardPage(
        paths.reportSummary,
        'titles.steps.summary',
        lazy(() => import('#features/report-wizard/summary-page.tsx'), 'SummaryPage'),
      ),
      wizardPage(
        paths.reportSuccess,
        'report.success.pageTitle',
        lazy(() => import('#features/report-wizard/success-page.tsx'), 'SuccessPage'),
      ),
    ]),
    followUp,
    reading.addChildren([
      textPage(paths.enrolment, 'enrolment', 'pages.enrolment.title', still(texts, 'EnrolmentPage')),
      textPage(
        paths.enrolmentSuccess,
        'enrolment',
        'pages.enrolment.successTitle',
        still(texts, 'EnrolmentSuccessPage'),
      ),
      noticePage(paths.privacy, 'PrivacyPage'),
      noticePage(paths.privacyNotice, 'PrivacyNoticePage'),
      textPage(paths.help, 'site', 'pages.help.title', still(texts, 'HelpPage')),
      textPage(paths.contacts, 'site', 'pages.contactPage.title', still(texts, 'ContactsPage')),
      assistance,
      textPage(paths.accessibility, 'site', 'pages.accessibility.title', still(texts, 'AccessibilityPage')),
      textPage(paths.legalNotes, 'site', 'pages.legalNotes.title', still(texts, 'LegalNotesPage')),
    ]),
    entrance.addChildren([
      entrancePage(
        paths.login,
        'login.title',
        lazy(() => import('#features/session/login-page.tsx'), 'LoginPage'),
      ),
      entrancePage(paths.notAuthorized, 'denied.title', lazy(denied, 'NotAuthorizedPage')),
      entrancePage(paths.userNotAllowed, 'denied.title', lazy(denied, 'UserNotAllowedPage')),
      entrancePage(
        paths.signInRefused,
        'refused.pageTitle',
        lazy(() => import('#features/session/refused-page.tsx'), 'RefusedPage'),
      ),
    ]),
  ]),
  // biome-ignore format: a table
  desk.addChildren([
    deskPage(paths.deskHome, 'cases', 'desk.home', lazy(() => import('#features/cases/home/cases-home-page.tsx'), 'CasesHomePage')),
    ...['/gestione/$', '/registro/$', '/associazione/$'].map(deskNotFound),
    deskGoTo(paths.caseStart, paths.caseList),
    deskGoTo(paths.toAssignStart, paths.toAssignList),
    deskGoTo(paths.myCaseStart, paths.myCaseList),
    deskGoTo(paths.myCaseStartToo, paths.myCaseList),
    deskGoTo(paths.outOfRemitStart, paths.outOfRemitList),
    deskPage(paths.caseList, 'cases', 'cases.lists.all', lazy(caseLists, 'AllCasesPage')),
    deskPage(paths.toAssignList, 'cases', 'cases.lists.toAssign', lazy(caseLists, 'CasesToAssignPage')),
    deskPage(paths.myCaseList, 'cases', 'cases.lists.mine', myCaseList),
    deskPage(paths.myCaseListToo, 'cases', 'cases.lists.mine', myCaseList),
    deskPage(paths.outOfRemitList, 'cases', 'cases.lists.outOfRemit', lazy(caseLists, 'CasesOutOfRemitPage')),
    deskPage(paths.caseDetail, 'cases', 'cases.detail', casePage),
    deskPage(paths.toAssignDetail, 'cases', 'cases.detail', casePage),
    deskPage(paths.myCaseDetail, 'cases', 'cases.detail', casePage),
    deskPage(paths.myCaseDetailToo, 'cases', 'cases.detail', casePage),
    deskPage(paths.outOfRemitDetail, 'cases', 'cases.detail', casePage),
    deskPage(paths.caseNew, 'cases', 'caseNew.title', lazy(() => import('#features/cases/new-case/case-new-page.tsx'), 'CaseNewPage')),
    deskPage(paths.flaggedReports, 'cases', 'flaggedReports.title', lazy(() => import('#features/cases/flagged-reports/flagged-reports-page.tsx'), 'FlaggedReportsPage')),
    deskPage(paths.personDetail, 'cases', 'registry.page.person', recordPage),
    deskPage(paths.organisationDetail, 'cases', 'registry.page.organisation', recordPage),
    deskPage(paths.batch, 'cases', 'batchPage.title', lazy(() => import('#features/batch/batch-page.tsx'), 'BatchPage')),
    deskPage(paths.auditLog, 'cases', 'auditPage.title', lazy(() => import('#features/audit/audit-page.tsx'), 'AuditPage')),
    deskPage(paths.rightsList, 'cases', 'rightsPage.title', lazy(() => import('#features/rights/rights-list-page.tsx'), 'RightsListPage')),
    deskPage(paths.rightsNew, 'cases', 'rightsPage.new', lazy(() => import('#features/rights/rights-new-page.tsx'), 'RightsNewPage')),
    deskPage(paths.rightsDetail, 'cases', 'rightsPage.detail', lazy(() => import('#features/rights/rights-page.tsx'), 'RightsPage')),
    operatorPage(paths.operatorList, 'operators.title', lazy(() => import('#features/operators/operator-list-page.tsx'), 'OperatorListPage')),
    operatorPage(paths.operatorNew, 'operators.new', operatorNew),
    operatorPage(paths.operatorNewToo, 'operators.new', operatorNew),
    operatorPage(paths.operatorDetail, 'operators.detail', lazy(() => import('#features/operators/operator-page.tsx'), 'OperatorPage')),
    operatorPage(paths.operatorEdit, 'operators.edit', lazy(() => import('#features/operators/operator-edit-page.tsx'), 'OperatorEditPage')),
    deskPage(paths.agenda, 'cases', 'agendaPage.title', lazy(() => import('#features/agenda/agenda-page.tsx'), 'AgendaPage')),
    deskPage(paths.information, 'site', 'information.title', lazy(() => import('#features/information/information-page.tsx'), 'InformationPage')),
    deskAssistance,
    deskPage(paths.mySessions, 'site', 'mySessions.title', lazy(() => import('#features/session/my-sessions-page.tsx'), 'MySessionsPage')),
    deskPage(paths.registerHome, 'register', 'desk.registerHome', lazy(() => import('#features/desk/home-pages.tsx'), 'RegisterHomePage')),
    deskPage(paths.personalArea, 'association', 'desk.personalArea', lazy(() => import('#features/desk/home-pages.tsx'), 'AssociationHomePage')),
  ]),
])

interface Surroundings {
  /** Of its own where there is no browser. */
  readonly history?: RouterHistory
  readonly scrollRestoration: boolean
}

export const createAppRouter = (surroundings: Surroundings = { scrollRestoration: true }) =>
  createRouter({
    ...surroundings,
    routeTree,
    basepath: basePath,
    trailingSlash: 'never',
    defaultPendingComponent: LoadingPage,
    defaultPendingMs: 300,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  })
export type AppRouter = ReturnType<typeof createAppRouter>
