import { can, homeOf, paths } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetDesk, keepsWriting } from '#lib/drafts/tab-store.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useMedia } from '#lib/page/use-media.ts'
import { useUser } from '#lib/session/current-user.ts'
import { type Ending, useSession } from '#lib/session/session-clock.ts'
import { buttonClass, IconButton } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { SkipLinks } from '#ui/layout/skip-links.tsx'
import type { MenuEntry as HelpEntry } from '#ui/menu-button.tsx'
import { DeskBrand } from './desk-brand.tsx'
import { DeskKeys } from './desk-keys.tsx'
import { DeskMenu, type MenuEntry } from './desk-menu.tsx'
import { DeskOutline } from './desk-outline.tsx'
import { SessionCountdown } from './session-countdown.tsx'
import { usePresence, useSessionLink } from './session-link.ts'
import { SessionWarning } from './session-warning.tsx'
import { UserMenu, useSignOut } from './user-menu.tsx'

type DeskParts = Readonly<{
  menu: readonly MenuEntry[]
  /** In the bar. */
  search: Elements
  /** In the bar. */
  tools: Elements
  /** Entries of the help in the bar. */
  help: readonly HelpEntry[]
}>

/** Narrower screens have no room for the menu beside the page. */
const narrow = '(max-width: 61.99rem)'

/** Around the office's pages and their bar: without a session there is nothing in it. */
export function DeskShell({ children }: { children: Elements }) {
  const { ending, isChanging } = useSession()
  useSessionLink()
  // Between one person or role and the next.
  if (isChanging) return <DeskOutline />
  return <div className="desk">{ending ? <SessionEnded ending={ending} /> : children}</div>
}

/** The bar, the menu and the page of somebody who is signed in. */
export function Desk({ menu, search, tools, help }: DeskParts) {
  const { t } = useTranslation()
  const leave = useSignOut()
  const isNarrow = useMedia(narrow)
  const drawer = useDrawer()
  usePresence(useUser())
  return (
    <>
      <SkipLinks links={[{ text: t('desk.skipToTable'), targetId: 'content' }]} />
      <DeskBar menu={menu} help={help} onLeave={leave}>
        {isNarrow && <DrawerButton onOpen={drawer.open} />}
        {search}
        {tools}
      </DeskBar>
      {isNarrow && drawer.isOpen && <MenuDrawer menu={menu} onClose={drawer.close} />}
      <div className="desk-body">
        {!isNarrow && (
          <div className="desk-side">
            <DeskMenu entries={menu} />
          </div>
        )}
        <main id="content" className="desk-main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <SessionWarning onLeave={leave} />
    </>
  )
}

/** A drawer that is open until somebody goes somewhere. */
function useDrawer() {
  const address = useRouterState({ select: ({ location }) => location.href })
  const [openedAt, setOpenedAt] = useState<string>()
  return { isOpen: openedAt === address, open: () => setOpenedAt(address), close: () => setOpenedAt(undefined) }
}

/** What the bar has on a narrow screen in place of the menu beside the page. */
function DrawerButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <IconButton
      className="desk-menu-button"
      icon="it-burger"
      label={t('desk.openMenu')}
      aria-haspopup="dialog"
      onClick={onOpen}
    />
  )
}

/** On a narrow screen: the menu, and how long the session has got. */
function MenuDrawer({ menu, onClose }: Pick<DeskParts, 'menu'> & { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal drawer="start" title={t('desk.menu')} closeText={t('site.close')} onClose={onClose}>
      <DeskMenu entries={menu} onFollow={onClose} />
      <SessionCountdown />
    </Modal>
  )
}

/** The bar over every page of the office: where one is, how long the session has got, who one is. */
function DeskBar({
  menu,
  help,
  onLeave,
  children,
}: Pick<DeskParts, 'menu' | 'help'> & { onLeave: () => void; children: Elements }) {
  const user = useUser()
  return (
    <header className="desk-bar">
      <NavLink className="desk-brand" href={siteHref(homeOf(user.selectedRole) ?? paths.home)}>
        <DeskBrand isPersonalArea={can('personalArea', user.selectedRole)} />
      </NavLink>
      {children}
      <span className="desk-spring" />
      <DeskKeys menu={menu} help={help} />
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
