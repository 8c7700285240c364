import { homeOf, paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#lib/api/queries.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { currentUserQuery } from '#lib/session/current-user.ts'
import { buttonClass } from '#ui/button.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'

/** Link to the home page of the signed-in user, who has no permission for the requested page. */
function useOwnHome() {
  const user = queryClient.getQueryData(currentUserQuery.queryKey)
  return user?.selectedRole && homeOf(user.selectedRole)
}

function Denied({ text, ownText }: { text: string; ownText?: string }) {
  const { t } = useTranslation()
  const home = useOwnHome()
  return (
    <div className="reading-column">
      <h1>{t('denied.title')}</h1>
      <p className="lead-text">{text}</p>
      {home && ownText && <p>{ownText}</p>}
      <div className="cluster">
        {home && (
          <NavLink href={siteHref(home)} className={buttonClass()}>
            {t('denied.toDesk')}
          </NavLink>
        )}
        <NavLink href={siteHref(paths.login)} className={buttonClass(home ? 'secondary' : 'primary')}>
          {t('denied.toLogin')}
        </NavLink>
      </div>
    </div>
  )
}

export function NotAuthorizedPage() {
  const { t } = useTranslation()
  return <Denied text={t('denied.notAuthorized')} ownText={t('denied.otherRoles')} />
}

export function UserNotAllowedPage() {
  const { t } = useTranslation()
  return <Denied text={t('denied.userNotAllowed')} />
}
