import { homeOf, mayEnter, paths, type Room, signOut } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import '../../styles/desk.scss'
import { call } from '#lib/call.ts'
import { useUser } from '#lib/current-user.ts'
import { useGo } from '#lib/navigation.ts'
import { basePath, office, siteHref } from '#lib/page-settings.ts'
import { LeftMenu, type LeftMenuItem } from '#ui/left-menu.tsx'
import { MenuButton } from '#ui/menu-button.tsx'
import { NavLink } from '#ui/nav-link.tsx'
import { SkipLinks } from '#ui/skip-links.tsx'
import { useBadges } from './badges.ts'

/** The frame of the office's pages. */
export function DeskShell() {
  const { t } = useTranslation()
  return (
    <div className="desk">
      <SkipLinks links={[{ text: t('desk.skipToTable'), targetId: 'content' }]} />
      <DeskBar />
      <div className="desk-body">
        <div className="desk-side">
          <DeskMenu />
        </div>
        <main id="content" className="desk-main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}

function DeskBar() {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const queryClient = useQueryClient()
  const leave = useMutation({
    mutationFn: () => {
      // First of all nothing of the office is left on the screen (specification §7).
      go(siteHref(paths.login))
      return call(signOut, {})
    },
    onSettled: () => queryClient.clear(),
  })
  return (
    <header className="desk-bar">
      <NavLink className="desk-brand" href={siteHref(homeOf(user.selectedRole) ?? paths.home)}>
        {office.productTag} · {t('desk.brand')}
      </NavLink>
      <span className="desk-spring" />
      <MenuButton entries={[{ text: t('desk.signOut'), icon: 'it-logout', onSelect: () => leave.mutate() }]}>
        {user.lastName} {user.firstName} · {t(`roles.${user.selectedRole}`)}
      </MenuButton>
    </header>
  )
}

interface Entry {
  readonly name: 'cases' | 'rights' | 'auditLog' | 'batch'
  readonly room: Room
  readonly start: string
  /** What its pages begin with, where that is not `start`. */
  readonly stem?: string
}

const entries: readonly Entry[] = [
  { name: 'cases', room: 'cases', start: paths.caseList, stem: '/gestione/operatore/casi' },
  { name: 'rights', room: 'cases', start: paths.rightsList },
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
