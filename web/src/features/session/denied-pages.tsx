import { paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page-settings.ts'
import { buttonClass } from '#ui/button.tsx'
import { NavLink } from '#ui/nav-link.tsx'

function Denied({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <div className="reading-column">
      <h1>{t('denied.title')}</h1>
      <p className="lead-text">{text}</p>
      <NavLink href={siteHref(paths.login)} className={buttonClass()}>
        {t('denied.toLogin')}
      </NavLink>
    </div>
  )
}

export function NotAuthorizedPage() {
  const { t } = useTranslation()
  return <Denied text={t('denied.notAuthorized')} />
}

export function UserNotAllowedPage() {
  const { t } = useTranslation()
  return <Denied text={t('denied.userNotAllowed')} />
}
