import { registerTabWords } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useRegisterCounts } from '#lib/backoffice/badges.ts'
import { Queue, QueueHead, tabCountOf } from '#lib/backoffice/queue.tsx'
import { useTabInAddress } from '#lib/backoffice/tab-in-address.ts'
import { useUser } from '#lib/session/current-user.ts'
import { listHref } from '#list/list-address.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { associationLists } from '../list/association-lists.ts'
import { useRegisterQueue } from './use-register-queue.tsx'

const tabs = ['mine', 'others'] as const

/** What waits in the register as one queue: first what the user does, then what others do. */
export function RegisterHomePage() {
  const { t } = useTranslation()
  const { firstName } = useUser()
  const [tab, setTab] = useTabInAddress(registerTabWords)
  const queue = useRegisterQueue(true, tab)
  const countOf = (one: (typeof tabs)[number]) => tabCountOf(queue.counts && { count: queue.counts[one] })
  return (
    <>
      <QueueHead title={t('desk.greeting', { name: firstName })} source={queue} />
      <Tabs
        label={t('queue.tabs')}
        tabs={tabs.map((id) => ({ id, label: t(`register.queue.tabs.${id}`), count: countOf(id) ?? '…' }))}
        current={tab}
        onChange={setTab}
      >
        <Queue source={queue} />
      </Tabs>
      {/* Below the rows, which would move it. */}
      {queue.rows && <Expiring />}
    </>
  )
}

/** How many enrolments end within 60 days: nobody's turn, but good to know. */
function Expiring() {
  const { t } = useTranslation()
  const count = useRegisterCounts()?.expiring
  if (!count) return null
  const sort = { column: 'expiresOn', direction: 'ascending' } as const
  return (
    <p className="queue-foot">
      <NavLink href={listHref(associationLists.enrolled, { filters: { isExpiring: true }, sort })}>
        {t('register.queue.expiring', { count })}
      </NavLink>
    </p>
  )
}
