import { homeOf, paths } from '@portal/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { office, siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { DeskKeys } from './desk-keys.tsx'
import { SessionCountdown } from './session-countdown.tsx'
import { UserMenu } from './user-menu.tsx'

/** The bar over every page of the office: where one is, how long the session has got, who one is. */
export function DeskBar({ onLeave, tools }: { onLeave: () => void; tools: ReactNode }) {
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
