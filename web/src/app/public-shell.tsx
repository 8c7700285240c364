import { isRightToLeft, officeLinkText, ownNames, paths } from '@portal/contract'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOnline } from '#lib/api/online.ts'
import { useLanguageChoices } from '#lib/i18n/language-choice.ts'
import { dismissOffer } from '#lib/i18n/language-offer.ts'
import { DepartmentText, departmentIn, OfficeText } from '#lib/i18n/office-text.tsx'
import { watchLeftReports } from '#lib/page/leave-report.ts'
import { basePath, office, phoneHref, siteHref } from '#lib/page/page-settings.ts'
import { leaveAtOnce, watchForThreeShifts } from '#lib/page/quick-exit.ts'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { LeftMenu } from '#ui/layout/left-menu.tsx'
import { NavigateContext, NavLink } from '#ui/layout/nav-link.tsx'
import { SiteFooter } from '#ui/layout/site-footer.tsx'
import { SiteHeader } from '#ui/layout/site-header.tsx'
import { SkipLinks } from '#ui/layout/skip-links.tsx'
import { MenuButton } from '#ui/menu-button.tsx'
import texts from './language-offer.json'
import { hasQuickExit } from './public-path.ts'
import { QuickExitLink } from './quick-exit-link.tsx'
import { ReadAloudSlot } from './read-aloud-slot.tsx'

/** The frame of every public page: of those that the router shows in it, or of what it is given. */
export function PublicShell({ children = <Outlet /> }: { children?: Elements }) {
  const { t } = useTranslation()
  const canLeave = useRouterState({ select: ({ location }) => hasQuickExit(location.pathname) })
  useEffect(() => (canLeave ? watchForThreeShifts(leaveAtOnce) : undefined), [canLeave])
  useEffect(watchLeftReports, [])
  return (
    <div className="public-frame">
      <SkipLinks
        links={[
          { text: t('site.skipToContent'), targetId: 'content' },
          { text: t('site.skipToFooter'), targetId: 'footer' },
        ]}
      />
      {/* At the foot of a phone's screen, but early for keyboards and screen readers. */}
      {canLeave && (
        <section className="bottom-bar" aria-label={t('site.quickExit')}>
          <QuickExitLink />
        </section>
      )}
      <PublicHeader actions={canLeave && <QuickExitLink />} />
      <LanguageOffer />
      <div className="container page-body page-body-with-menu">
        <SideMenu />
        <main id="content" tabIndex={-1}>
          <OfflineNote />
          {children}
        </main>
      </div>
      <div id="footer" tabIndex={-1}>
        <PublicFooter />
      </div>
    </div>
  )
}

/** Says calmly that there is no network; what is typed meanwhile stays. */
function OfflineNote() {
  const { t } = useTranslation()
  const isOffline = !useIsOnline()
  return (
    <div role="status" className="reading-column">
      {isOffline && <Alert kind="info">{t('site.offline')}</Alert>}
    </div>
  )
}

const navPlaces = {
  contactCentre: paths.contactCentre,
  followUp: paths.followUp,
  help: paths.help,
  assistance: paths.assistance,
  register: paths.publicRegister,
  openData: paths.openData,
  login: paths.login,
} as const

function PublicHeader({ actions }: { readonly actions: Elements }) {
  const { t, i18n } = useTranslation()
  const department = departmentIn(i18n.language)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const names = Object.keys(navPlaces) as (keyof typeof navPlaces)[]
  const here = path.replace(basePath, '')
  // One place lies below another: the nearer one is where one is. Enrolment and certificates belong to the register.
  const isAt = (name: keyof typeof navPlaces) =>
    here.startsWith(navPlaces[name]) || (name === 'register' && here.startsWith('/associazioni/'))
  const [current] = names.filter(isAt).sort((a, b) => navPlaces[b].length - navPlaces[a].length)
  return (
    <SiteHeader
      department={{
        text: department.text,
        href: office.departmentUrl,
        hint: t('site.external'),
        lang: department.language === i18n.language ? undefined : department.language,
      }}
      office={{
        tag: office.productTag,
        name: <OfficeText of="name" />,
        tagline: <OfficeText of="tagline" />,
        href: siteHref(paths.home),
      }}
      phone={{ label: t('site.phoneLabel'), number: office.phone, href: phoneHref }}
      nav={{
        label: t('site.mainMenu'),
        menuText: t('site.menu'),
        items: names.map((name) => ({
          text: t(`site.nav.${name}`),
          href: siteHref(navPlaces[name]),
          isCurrent: name === current,
        })),
      }}
      slim={
        <span className="slim-tools">
          <ReadAloudSlot />
          <EasyLink />
          <LanguageMenu />
        </span>
      }
      actions={actions}
    />
  )
}

/** The settings' links to other sites, named in the language of the page where they have a name in it. */
function useInstitutionalLinks() {
  const { t, i18n } = useTranslation()
  return office.links.map((link) => {
    const { text, language } = officeLinkText(link, i18n.language)
    const lang = language === i18n.language ? undefined : language
    return { text, href: link.href, elsewhere: { hint: t('site.external'), lang } }
  })
}

function SideMenu() {
  const { t } = useTranslation()
  return <LeftMenu label={t('site.footer.links')} title={t('site.footer.links')} items={useInstitutionalLinks()} />
}

function PublicFooter() {
  const { t } = useTranslation()
  const institutionalLinks = useInstitutionalLinks()
  const aboutPages = {
    help: paths.help,
    register: paths.publicRegister,
    certificateCheck: paths.certificateCheck,
    assessments: paths.assessments,
    openData: paths.openData,
    privacy: paths.privacy,
    accessibility: paths.accessibility,
    legalNotes: paths.legalNotes,
  } as const
  const about = (Object.keys(aboutPages) as (keyof typeof aboutPages)[]).map((name) => ({
    text: t(`site.footer.${name}`),
    href: siteHref(aboutPages[name]),
  }))
  return (
    <SiteFooter
      columns={[
        { title: t('site.footer.about'), links: about },
        {
          title: t('site.footer.contacts'),
          links: [
            { text: office.phone, href: phoneHref },
            { text: office.assistanceMailbox, href: `mailto:${office.assistanceMailbox}` },
            { text: t('site.footer.contactPage'), href: siteHref(paths.contacts) },
          ],
        },
        { title: t('site.footer.links'), links: institutionalLinks },
      ]}
      smallPrint={<DepartmentText />}
    >
      <p className="fw-semibold">
        <OfficeText of="name" />
      </p>
      <p>
        <DepartmentText />
      </p>
    </SiteFooter>
  )
}

/** Leads to the form of the page that is easy to read, or back to the usual one. */
function EasyLink() {
  const { t } = useTranslation()
  const { otherForm, choose } = useLanguageChoices()
  if (!otherForm) return null
  return (
    <NavigateContext value={choose}>
      <NavLink href={otherForm.href} className="easy-link">
        {t(otherForm.isEasy ? 'site.easy.on' : 'site.easy.off')}
      </NavLink>
    </NavigateContext>
  )
}

/** The choice of language, on every page. */
function LanguageMenu() {
  const { t } = useTranslation()
  const { current, choices, choose } = useLanguageChoices()
  return (
    <NavigateContext value={choose}>
      <MenuButton
        label={t('site.language', { name: ownNames[current] })}
        entries={choices.map(({ language, name, href, isCurrent }) => ({
          text: name,
          lang: language,
          href,
          isCurrent,
        }))}
      >
        {current.toUpperCase()}
      </MenuButton>
    </NavigateContext>
  )
}

/**
 * For browsers that are set to another language than the page's: an offer of it, in that language. Every offer is on the
 * page, so that the page is the same for all; the server says on the document which one is seen, before anything runs.
 */
function LanguageOffer() {
  const { current, choices, choose } = useLanguageChoices()
  if (current !== 'it') return null
  return (
    <NavigateContext value={choose}>
      {choices.map(({ language, name, href }) =>
        language === current ? null : (
          <aside
            key={language}
            className="language-offer"
            lang={language}
            dir={isRightToLeft(language) ? 'rtl' : 'ltr'}
            aria-label={name}
          >
            <div className="container cluster">
              <NavLink href={href} hrefLang={language}>
                {texts[language].go}
              </NavLink>
              <Button variant="quiet" onClick={dismissOffer}>
                {texts[language].stay}
              </Button>
            </div>
          </aside>
        ),
      )}
    </NavigateContext>
  )
}
