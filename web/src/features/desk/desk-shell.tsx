import { can, homeOf, type Permission, paths } from '@portal/contract'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../styles/desk.scss'
import { useQueryClient } from '@tanstack/react-query'
import { useBadges } from '#lib/backoffice/badges.ts'
import { forgetDesk, keepsWriting } from '#lib/drafts/desk-store.ts'
import { basePath, office, siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { type Ending, useSession } from '#lib/session/session-clock.ts'
import { buttonClass } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { LeftMenu, type LeftMenuItem } from '#ui/layout/left-menu.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { SkipLinks } from '#ui/layout/skip-links.tsx'
import { DeskKeys } from './desk-keys.tsx'
import { SessionCountdown } from './session-countdown.tsx'
import { usePresence, useSessionLink } from './session-link.ts'
import { SessionWarning } from './session-warning.tsx'
import { UserMenu, useSignOut } from './user-menu.tsx'

/** The frame of the office's pages; without a session there is nothing in it. `tools` stand in its bar. */
export function DeskShell({ tools }: { tools?: ReactNode }) {
  const { ending, isChanging } = useSession()
  useSessionLink()
  return (
    <div className="desk">
      {ending && !isChanging ? <SessionEnded ending={ending} /> : isChanging ? <EmptyDesk /> : <Desk tools={tools} />}
    </div>
  )
}

function Desk({ tools }: { tools: ReactNode }) {
  const { t } = useTranslation()
  const leave = useSignOut()
  usePresence(useUser())
  return (
    <>
      <SkipLinks links={[{ text: t('desk.skipToTable'), targetId: 'content' }]} />
      <DeskBar onLeave={leave} tools={tools} />
      <div className="desk-body">
        <div className="desk-side">
          <DeskMenu />
        </div>
        <main id="content" className="desk-main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <SessionWarning onLeave={leave} />
    </>
  )
}

/** Between one person or role and the next. */
function EmptyDesk() {
  const { t } = useTranslation()
  return (
    <>
      <div className="desk-bar" />
      <main id="content" className="desk-main">
        <TextSkeleton text={t('site.loading')} />
      </main>
    </>
  )
}

interface Entry {
  readonly name:
    | ('cases' | 'toAssign' | 'myCases' | 'outOfRemit' | 'rights' | 'operators' | 'auditLog' | 'batch')
    | ('information' | 'assistance')
  readonly room: Permission
  readonly start: string
  /** What its pages begin with, where that is not `start`. */
  readonly stem?: string
  /** Which counter tells how many wait there. */
  readonly counter?: 'total' | 'toAssign' | 'assigned' | 'rights'
  /** Its counter is shown only while something waits there. */
  readonly hidesNone?: true
}

const entries: readonly Entry[] = [
  { name: 'cases', room: 'cases', start: paths.caseList, stem: paths.caseStart, counter: 'total' },
  {
    name: 'toAssign',
    room: 'casesToAssign',
    start: paths.toAssignList,
    stem: paths.toAssignStart,
    counter: 'toAssign',
  },
  { name: 'myCases', room: 'myCases', start: paths.myCaseList, stem: paths.myCaseStart, counter: 'assigned' },
  { name: 'outOfRemit', room: 'casesOutOfRemit', start: paths.outOfRemitList, stem: paths.outOfRemitStart },
  { name: 'rights', room: 'cases', start: paths.rightsList, counter: 'rights', hidesNone: true },
  {
    name: 'operators',
    room: 'administration',
    start: paths.operatorList,
    stem: '/gestione/operatore/gestioneOperatori',
  },
  { name: 'auditLog', room: 'auditLog', start: paths.auditLog },
  { name: 'batch', room: 'administration', start: paths.batch },
  { name: 'information', room: 'office', start: paths.information },
  { name: 'assistance', room: 'office', start: paths.deskAssistance },
]

/** One's own cases have a second name (specification 2 §2). */
const isBelow = (stem: string, path: string) => path.replace(paths.myCaseStartToo, paths.myCaseStart).startsWith(stem)

function DeskMenu() {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const badges = useBadges()
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(basePath, '') })
  const home = homeOf(selectedRole) ?? paths.deskHome
  const items: LeftMenuItem[] = [
    { text: t('desk.home'), href: siteHref(home), isCurrent: path === home },
    ...entries
      .filter(({ room }) => can(room, selectedRole))
      .map(({ name, start, stem = start, counter, hidesNone }) => ({
        text: t(`desk.entries.${name}`),
        href: siteHref(start),
        isCurrent: isBelow(stem, path),
        count: counter &&
          badges &&
          !(hidesNone && badges[counter] === 0) && {
            value: badges[counter],
            hiddenText: t(`desk.counters.${counter}`, { count: badges[counter] }),
          },
      })),
  ]
  return <LeftMenu label={t('desk.menu')} items={items} />
}

/** The bar over every page of the office: where one is, how long the session has got, who one is. */
function DeskBar({ onLeave, tools }: { onLeave: () => void; tools: ReactNode }) {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <header className="desk-bar">
      <NavLink className="desk-brand" href={siteHref(homeOf(user.selectedRole) ?? paths.home)}>
        {office.productTag} · {t('desk.brand')}
      </NavLink>
      {tools}
      <span className="desk-spring" />
      <DeskKeys />
      <SessionCountdown />
      <UserMenu user={user} onLeave={onLeave} />
    </header>
  )
}

/** In place of the office's pages once the session has ended: what was read is neither on the page nor in memory. */
export function SessionEnded({ ending }: { ending: Ending }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const href = useRouterState({ select: ({ location }) => location.href })
  const [isKept] = useState(() => ending !== 'left' && keepsWriting())
  useEffect(() => {
    queryClient.clear()
    if (ending === 'left') forgetDesk()
  }, [queryClient, ending])
  const login = siteHref(paths.login, { ritorno: href, esito: ending === 'left' ? undefined : 'scaduta' })
  return (
    <Modal
      backdrop="static"
      isAlert
      title={t('session.ended.title')}
      footer={
        <NavLink href={login} className={buttonClass()}>
          {t('session.ended.again')}
        </NavLink>
      }
    >
      <p>{t(`session.ended.${ending}`)}</p>
      <p>{t(isKept ? 'caseDrafts.sessionKept' : 'session.ended.lost')}</p>
    </Modal>
  )
}
