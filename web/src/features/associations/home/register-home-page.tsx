import { can, paths, type Role } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useRegisterCounts } from '#lib/backoffice/badges.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { listHref } from '#list/list-address.ts'
import { LinkCard } from '#ui/layout/panel.tsx'
import { associationLists, waitingStatuses } from '../list/association-lists.ts'
import { PendingPanel } from './pending-panel.tsx'

type CountName = 'waiting' | 'newRequests' | 'late' | 'enrolled' | 'expiring' | 'notEnabled'

const { newRequests, enrolled, notEnabled } = associationLists

/** The list that each count leads to, with the filters that it counts. */
const hrefOf: Readonly<Record<CountName, (role: Role) => string>> = {
  waiting: (role) => listHref(newRequests, { filters: { statuses: waitingStatuses(role) } }),
  newRequests: () => listHref(newRequests),
  late: () => listHref(newRequests, { filters: { isLate: true } }),
  enrolled: () => listHref(enrolled),
  expiring: () => listHref(enrolled, { sort: { column: 'expiresOn', direction: 'ascending' } }),
  notEnabled: () => listHref(notEnabled),
}
const countNames = Object.keys(hrefOf) as CountName[]

/** The register at a glance: what waits for the user, and how many associations each list has. */
export function RegisterHomePage() {
  const { t } = useTranslation()
  const { firstName, selectedRole } = useUser()
  const counts = useRegisterCounts()
  return (
    <>
      <h1>{t('desk.greeting', { name: firstName })}</h1>
      <p>{t('desk.registerText', { role: t(`roles.${selectedRole}`) })}</p>
      <div className="stack">
        <PendingPanel kinds={['approval', 'proposal', 'removal', 'renewal']} />
        <div className="card-grid">
          {countNames.map((name) => (
            <LinkCard key={name} title={t(`register.home.${name}`)} level={2} href={hrefOf[name](selectedRole)}>
              <p className="home-figure figures">{counts ? t('desk.number', { number: counts[name] }) : '…'}</p>
              <p>{t(`register.homeTexts.${name}`)}</p>
            </LinkCard>
          ))}
          {can('auditLog', selectedRole) && (
            <LinkCard title={t('auditPage.shortTitle')} level={2} href={siteHref(paths.auditLog)}>
              <p>{t('desk.openAuditLog')}</p>
            </LinkCard>
          )}
          <LinkCard title={t('session.mine')} level={2} href={siteHref(paths.mySessions)}>
            <p>{t('desk.openSessions')}</p>
          </LinkCard>
        </div>
      </div>
    </>
  )
}
