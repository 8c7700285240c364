import { can, homeOf, mayOpen, paths, type SitePath } from '@portal/contract'
import { Outlet, useRouterState } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Elements } from '#ui/elements.tsx'
import '../../styles/desk.scss'
import { useQueryClient } from '@tanstack/react-query'
import { useBadges, useRegisterCounts } from '#lib/backoffice/badges.ts'
import { forgetDesk, keepsWriting } from '#lib/drafts/tab-store.ts'
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

type DeskParts = Readonly<{ menu: readonly MenuEntry[]; tools: Elements }>

/** The frame of the office's pages; without a session there is nothing in it. `tools` are in its bar. */
export function DeskShell(parts: DeskParts) {
  const { ending, isChanging } = useSession()
  useSessionLink()
  return (
    <div className="desk">
      {ending && !isChanging ? <SessionEnded ending={ending} /> : isChanging ? <EmptyDesk /> : <Desk {...parts} />}
    </div>
  )
}

function Desk({ menu, tools }: DeskParts) {
  const { t } = useTranslation()
  const leave = useSignOut()
  usePresence(useUser())
  return (
    <>
      <SkipLinks links={[{ text: t('desk.skipToTable'), targetId: 'content' }]} />
      <DeskBar onLeave={leave} tools={tools} />
      <div className="desk-body">
        <div className="desk-side">
          <DeskMenu entries={menu} />
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

/** The menu shows it to roles that may open the page. */
export interface MenuEntry {
  readonly path: SitePath
  readonly text: ParseKeys
  /** Which counter tells how many wait there. */
  readonly counter?: 'total' | 'toAssign' | 'assigned' | 'rights' | 'newRequests'
  /** Its counter is shown only while something waits there. */
  readonly hidesNone?: true
}

/** Pages that belong to an entry although their specified path is elsewhere (specification 2 §2): the path of that entry. */
const elsewhere = [
  [paths.myCaseStartToo, paths.myCaseStart],
  [paths.batchStart, paths.batch],
] as const

/** Whether a page is the page of an entry or belongs to it. */
const isBelow = (start: string, path: string) =>
  elsewhere.reduce((known, [other, own]) => known.replace(other, own), path).startsWith(start.replace(/\/lista$/, ''))

/** The entry that a page belongs to: the nearest, where the address of one entry is below that of another. */
const entryOf = (entries: readonly MenuEntry[], path: string) =>
  entries
    .filter((entry) => isBelow(entry.path, path))
    .sort((one, other) => other.path.length - one.path.length)
    .at(0)

/** How many records the list of an entry holds. */
function useCounts(): Readonly<Partial<Record<NonNullable<MenuEntry['counter']>, number>>> {
  const newRequests = useRegisterCounts()?.newRequests
  return { ...useBadges(), ...(newRequests !== undefined && { newRequests }) }
}

function DeskMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const counts = useCounts()
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(basePath, '') })
  const home = homeOf(selectedRole) ?? paths.deskHome
  const current = entryOf(entries, path)?.path
  const items: LeftMenuItem[] = [
    { text: t('desk.home'), href: siteHref(home), isCurrent: path === home },
    ...entries
      .filter((entry) => entry.path !== home && mayOpen(entry.path, selectedRole))
      .map(({ path: start, text, counter, hidesNone }) => {
        const count = counter && counts[counter]
        return {
          text: t(text),
          href: siteHref(start),
          isCurrent: start === current,
          count: counter !== undefined &&
            count !== undefined &&
            !(hidesNone && count === 0) && { value: count, hiddenText: t(`desk.counters.${counter}`, { count }) },
        }
      }),
  ]
  return <LeftMenu label={t('desk.menu')} items={items} />
}

/** The bar over every page of the office: where one is, how long the session has got, who one is. */
function DeskBar({ onLeave, tools }: { onLeave: () => void; tools: Elements }) {
  const { t } = useTranslation()
  const user = useUser()
  const isMember = can('personalArea', user.selectedRole)
  return (
    <header className="desk-bar">
      <NavLink className="desk-brand" href={siteHref(homeOf(user.selectedRole) ?? paths.home)}>
        {`${office.productTag} · ${t(isMember ? 'desk.personalArea' : 'desk.brand')}`}
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
      <p>{t(isKept ? 'editDrafts.sessionKept' : 'session.ended.lost')}</p>
    </Modal>
  )
}
