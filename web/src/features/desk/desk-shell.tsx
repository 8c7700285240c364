import { homeOf, mayEnter, paths, type Room } from '@portal/contract'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import '../../styles/desk.scss'
import { useUser } from '#lib/current-user.ts'
import { basePath, siteHref } from '#lib/page-settings.ts'
import { useSession } from '#lib/session-clock.ts'
import { LeftMenu, type LeftMenuItem } from '#ui/left-menu.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import { SkipLinks } from '#ui/skip-links.tsx'
import { useBadges } from './badges.ts'
import { DeskBar } from './desk-bar.tsx'
import { SessionEnded } from './session-ended.tsx'
import { usePresence, useSessionLink } from './session-link.ts'
import { SessionWarning } from './session-warning.tsx'
import { useSignOut } from './user-menu.tsx'

/** The frame of the office's pages; without a session there is nothing in it. */
export function DeskShell() {
  const { ending, isChanging } = useSession()
  useSessionLink()
  return (
    <div className="desk">
      {ending && !isChanging ? <SessionEnded ending={ending} /> : isChanging ? <EmptyDesk /> : <Desk />}
    </div>
  )
}

function Desk() {
  const { t } = useTranslation()
  const leave = useSignOut()
  usePresence(useUser())
  return (
    <>
      <SkipLinks links={[{ text: t('desk.skipToTable'), targetId: 'content' }]} />
      <DeskBar onLeave={leave} />
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
  readonly name: 'cases' | 'rights' | 'operators' | 'auditLog' | 'batch'
  readonly room: Room
  readonly start: string
  /** What its pages begin with, where that is not `start`. */
  readonly stem?: string
}

const entries: readonly Entry[] = [
  { name: 'cases', room: 'cases', start: paths.caseList, stem: '/gestione/operatore/casi' },
  { name: 'rights', room: 'cases', start: paths.rightsList },
  {
    name: 'operators',
    room: 'administration',
    start: paths.operatorList,
    stem: '/gestione/operatore/gestioneOperatori',
  },
  { name: 'auditLog', room: 'auditLog', start: paths.auditLog },
  { name: 'batch', room: 'administration', start: paths.batch },
]

function DeskMenu() {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const badges = useBadges()
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(basePath, '') })
  const home = homeOf(selectedRole) ?? paths.deskHome
  const items: LeftMenuItem[] = [
    { text: t('desk.home'), href: siteHref(home), isCurrent: path === home },
    ...entries
      .filter(({ room }) => mayEnter(room, selectedRole))
      .map(({ name, start, stem = start }) => ({
        text: t(`desk.entries.${name}`),
        href: siteHref(start),
        isCurrent: path.startsWith(stem),
        count: name === 'cases' && badges ? { value: badges.total, hiddenText: t('desk.casesWaiting') } : undefined,
      })),
  ]
  return <LeftMenu label={t('desk.menu')} items={items} />
}
