import { mayEnter, paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/current-user.ts'
import { siteHref } from '#lib/page-settings.ts'
import { LinkCard } from '#ui/panel.tsx'
import { useBadges } from './badges.ts'

export function HomePage() {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <>
      <h1>{t('desk.greeting', { name: user.firstName })}</h1>
      {mayEnter('cases', user.selectedRole) ? (
        <Waiting />
      ) : (
        <p>{t('desk.otherRole', { role: t(`roles.${user.selectedRole}`) })}</p>
      )}
    </>
  )
}

function Waiting() {
  const { t } = useTranslation()
  const badges = useBadges()
  return (
    <div className="card-grid">
      <LinkCard title={t('desk.waiting')} level={2} href={siteHref(paths.caseList)} meta={t('desk.openCases')}>
        <p className="key-figure figures">{badges?.total ?? '–'}</p>
      </LinkCard>
      <section className="panel">
        <h2 className="panel-title">{t('desk.assigned')}</h2>
        <p className="key-figure figures">{badges?.assigned ?? '–'}</p>
      </section>
    </div>
  )
}
