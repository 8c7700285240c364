import { homeOf, paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { EmptyState } from '#ui/layout/panel.tsx'

/** An address of the back office under which there is no page: menu, search and session stay as on any other. */
export function DeskNotFoundPage() {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  return (
    <>
      <h1>{t('errors.notFound')}</h1>
      <EmptyState title={t('desk.notFoundText')}>
        <NavLink href={siteHref(homeOf(selectedRole) ?? paths.deskHome)}>{t('desk.toHome')}</NavLink>
      </EmptyState>
    </>
  )
}
