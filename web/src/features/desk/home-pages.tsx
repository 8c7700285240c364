import { paths } from '@portal/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { LinkCard, Panel } from '#ui/layout/panel.tsx'

function Home({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { firstName } = useUser()
  return (
    <>
      <h1>{t('desk.greeting', { name: firstName })}</h1>
      {children}
    </>
  )
}

/** Whom one acts for, and what an association finds here so far. */
export function AssociationHomePage() {
  const { t } = useTranslation()
  const { associations } = useUser()
  return (
    <Home>
      <div className="card-grid">
        <Panel title={t('desk.myAssociations')}>
          <p>{t('desk.associationsText')}</p>
          <ul className="plain-list">
            {associations.map(({ id, name }) => (
              <li key={id}>
                <strong>{name}</strong>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={t('desk.comingTitle')}>
          <p>{t('desk.associationComing')}</p>
        </Panel>
        <SessionsCard />
      </div>
    </Home>
  )
}

function SessionsCard() {
  const { t } = useTranslation()
  return (
    <LinkCard title={t('session.mine')} level={2} href={siteHref(paths.mySessions)}>
      <p>{t('desk.openSessions')}</p>
    </LinkCard>
  )
}
