import { pageTagOf, paths } from '@portal/contract'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  type RouterHistory,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { loadPart } from '#lib/api/lazy-part.ts'
import { loadTextsOf, type Part, speak } from '#lib/i18n/texts.ts'
import { basePath } from '#lib/page/page-settings.ts'
import { deskRoutes } from './desk-routes.tsx'
import { ErrorPage, NotFoundPage } from './error-page.tsx'
import { type LoadPage, lazyPage, lazyPageWithQueries } from './lazy-page.ts'
import { LoadingPage } from './loading-page.tsx'
import { isPublicPath } from './public-path.ts'
import { PublicShell } from './public-shell.tsx'
import { publishedPages } from './published-pages.ts'
import { RootFrame } from './root-frame.tsx'
import type { Section } from './route-data.ts'

/** The address says which language the page speaks; each link carries it on. */
const root = createRootRoute({
  component: RootFrame,
  notFoundComponent: NotFoundPage,
  validateSearch: (search: Record<string, unknown>): { lang?: string } => search,
  search: { middlewares: [retainSearchParams(['lang'])] },
  beforeLoad: ({ search, location }) => speak(isPublicPath(location.pathname) ? pageTagOf(search.lang) : 'it'),
})
const site = createRoute({ getParentRoute: () => root, id: 'site', component: PublicShell })

const leadTo = (to: string) => () => {
  throw redirect({ to, replace: true })
}
const goTo = (from: string, to: string) =>
  createRoute({ getParentRoute: () => site, path: from, beforeLoad: leadTo(to) })

const firstPages = () => import('#features/report-wizard/first-pages.ts').then((part) => part.firstPages)
const wizard = createRoute({
  getParentRoute: () => site,
  id: 'wizard',
  component: lazyPage(firstPages, 'WizardLayout'),
})
const facts = () => import('#features/report-wizard/facts-page.tsx')
const profileSteps = () => import('#features/report-wizard/profile-pages.tsx')
/** A page of the report. Its title says nothing of its content, since others may see the screen. */
const wizardPage = (path: string, title: ParseKeys | undefined, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => wizard,
    path,
    component,
    staticData: { section: 'contactCentre', isNeutral: true, ...(title && { title }) },
    beforeLoad: async () => {
      // The intro is there at once; what the steps say and fetch by comes with the first of them.
      if (path === paths.reportIntro) return
      const choices = loadPart(() => import('#form/fields/fetched-choice.tsx'))
      await Promise.all([loadTextsOf('wizard'), loadTextsOf('upload'), choices])
    },
  })

const reading = createRoute({ getParentRoute: () => site, id: 'reading', beforeLoad: () => loadTextsOf('pages') })
const textPage = (path: string, section: Section, title: ParseKeys, component: RouteComponent) =>
  createRoute({ getParentRoute: () => reading, path, component, staticData: { section, title } })
const texts = () => import('#features/pages/text-pages.tsx')
const notices = () => import('#features/pages/notice-pages.tsx')
/** The notice on personal data is there in its language before its page is drawn. */
const noticePage = (path: string, name: 'PrivacyPage' | 'PrivacyNoticePage') =>
  createRoute({
    getParentRoute: () => reading,
    path,
    component: lazyPageWithQueries(notices, name),
    staticData: { section: 'site', title: 'pages.privacy.title' },
    beforeLoad: async ({ search }) => {
      const { prepareNotice } = await loadPart(() => import('#features/pages/notice-texts.ts'))
      await prepareNotice('testo' in search ? search.testo : undefined)
    },
  })
const assistance = createRoute({
  getParentRoute: () => reading,
  path: paths.assistance,
  component: lazyPageWithQueries(() => import('#features/assistance/assistance-page.tsx'), 'AssistancePage'),
  staticData: { section: 'assistance', title: 'pages.assistance.title' },
  beforeLoad: () => Promise.all([loadTextsOf('assistance'), loadTextsOf('upload')]).then(() => undefined),
})

const followUp = createRoute({
  getParentRoute: () => site,
  path: paths.followUp,
  component: lazyPage(() => import('#features/follow-up/follow-up-page.tsx'), 'FollowUpPage'),
  staticData: { section: 'contactCentre', title: 'followUp.pageTitle', isNeutral: true },
  beforeLoad: () => Promise.all([loadTextsOf('follow-up'), loadTextsOf('upload')]).then(() => undefined),
})

const enrolling = createRoute({
  getParentRoute: () => site,
  id: 'enrolling',
  beforeLoad: () => loadTextsOf('enrolment'),
})
const enrolmentPage = (path: string, title: ParseKeys, component: RouteComponent, parts: readonly Part[] = []) =>
  createRoute({
    getParentRoute: () => enrolling,
    path,
    component,
    staticData: { section: 'enrolment', title },
    beforeLoad: async () => {
      await Promise.all(parts.map(loadTextsOf))
    },
  })

/** The public register speaks of its own. */
const register = createRoute({ getParentRoute: () => site, id: 'register', beforeLoad: () => loadTextsOf('register') })
const registerPage = <K extends string>(path: string, title: ParseKeys, load: LoadPage<K>, name: K) =>
  createRoute({
    getParentRoute: () => register,
    path,
    component: lazyPageWithQueries(load, name),
    staticData: { section: 'register', title },
  })

/** Login and refusals speak of their own: their texts come with them. */
const entrance = createRoute({ getParentRoute: () => site, id: 'entrance', beforeLoad: () => loadTextsOf('login') })
const entrancePage = (path: string, title: ParseKeys, component: RouteComponent) =>
  createRoute({ getParentRoute: () => entrance, path, component, staticData: { section: 'site', title } })
const denied = () => import('#features/session/denied-pages.tsx')

/** Every route of the site. */
const routeTree = root.addChildren([
  site.addChildren([
    goTo(paths.home, paths.contactCentre),
    goTo(paths.contactCentre, paths.reportIntro),
    wizard.addChildren([
      wizardPage(paths.reportIntro, undefined, lazyPage(firstPages, 'IntroPage')),
      wizardPage(paths.reportProfile, 'titles.steps.profile', lazyPage(profileSteps, 'ProfilePage')),
      wizardPage(paths.reportDetails, 'titles.steps.details', lazyPage(profileSteps, 'DetailsPage')),
      wizardPage(paths.reportFacts, 'titles.steps.facts', lazyPageWithQueries(facts, 'FactsPage')),
      wizardPage(
        paths.reportSummary,
        'titles.steps.summary',
        lazyPageWithQueries(() => import('#features/report-wizard/summary-page.tsx'), 'SummaryPage'),
      ),
      wizardPage(
        paths.reportSuccess,
        'report.success.pageTitle',
        lazyPageWithQueries(() => import('#features/report-wizard/success-page.tsx'), 'SuccessPage'),
      ),
    ]),
    followUp,
    reading.addChildren([
      noticePage(paths.privacy, 'PrivacyPage'),
      noticePage(paths.privacyNotice, 'PrivacyNoticePage'),
      textPage(paths.help, 'site', 'pages.help.title', lazyPage(texts, 'HelpPage')),
      textPage(paths.examples, 'site', 'pages.examples.pageTitle', lazyPage(texts, 'ExamplesPage')),
      textPage(paths.contacts, 'site', 'pages.contactPage.title', lazyPage(texts, 'ContactsPage')),
      assistance,
      textPage(paths.accessibility, 'site', 'pages.accessibility.title', lazyPage(texts, 'AccessibilityPage')),
      textPage(paths.legalNotes, 'site', 'pages.legalNotes.title', lazyPage(texts, 'LegalNotesPage')),
    ]),
    enrolling.addChildren([
      enrolmentPage(
        paths.enrolment,
        'enrolment.title',
        lazyPage(() => import('#features/enrolment/enrolment-page.tsx'), 'EnrolmentPage'),
      ),
      enrolmentPage(
        paths.enrolmentSuccess,
        'enrolment.success.title',
        lazyPage(() => import('#features/enrolment/success-page.tsx'), 'EnrolmentSuccessPage'),
      ),
      enrolmentPage(
        paths.enrolmentConfirm,
        'enrolment.confirm.title',
        lazyPageWithQueries(() => import('#features/enrolment/confirm-page.tsx'), 'EnrolmentConfirmPage'),
      ),
      enrolmentPage(
        paths.enrolmentReplace,
        'enrolment.replace.title',
        lazyPageWithQueries(() => import('#features/enrolment/replace-page.tsx'), 'EnrolmentReplacePage'),
      ),
      enrolmentPage(
        paths.enrolmentComplete,
        'enrolment.complete.title',
        lazyPageWithQueries(() => import('#features/enrolment/complete-page.tsx'), 'EnrolmentCompletePage'),
        ['upload', 'wizard'],
      ),
    ]),
    register.addChildren([
      registerPage(
        paths.publicRegister,
        'publicRegister.title',
        () => import('#features/public-register/register-page.tsx'),
        'RegisterPage',
      ),
      registerPage(
        paths.publicRegisterEntry,
        'publicRegister.entry.title',
        () => import('#features/public-register/register-entry-page.tsx'),
        'RegisterEntryPage',
      ),
      registerPage(
        paths.certificateCheck,
        'certificateCheck.title',
        () => import('#features/public-register/certificate-page.tsx'),
        'CertificatePage',
      ),
    ]),
    ...publishedPages(site),
    entrance.addChildren([
      entrancePage(
        paths.login,
        'login.title',
        lazyPageWithQueries(() => import('#features/session/login-page.tsx'), 'LoginPage'),
      ),
      entrancePage(paths.notAuthorized, 'denied.title', lazyPageWithQueries(denied, 'NotAuthorizedPage')),
      entrancePage(paths.userNotAllowed, 'denied.title', lazyPageWithQueries(denied, 'UserNotAllowedPage')),
      entrancePage(
        paths.signInRefused,
        'refused.pageTitle',
        lazyPageWithQueries(() => import('#features/session/refused-page.tsx'), 'RefusedPage'),
      ),
    ]),
  ]),
  deskRoutes(root),
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
