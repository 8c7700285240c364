import { can, type HomeTab, homeBoxes, homeTabWords, limits, otherHomeTabWords, type Role } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRegisterQueue } from '#features/associations/index.ts'
import { useRightsQueue } from '#features/rights/index.ts'
import { useBadges, useRegisterCounts } from '#lib/backoffice/badges.ts'
import { Queue, QueueHead, tabCountOf } from '#lib/backoffice/queue.tsx'
import { useTabInAddress } from '#lib/backoffice/tab-in-address.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Tabs } from '#ui/layout/tabs.tsx'
import { caseHomeKey } from '../cases.queries.ts'
import { useCaseQueue } from './use-case-queue.tsx'
import { useToInformQueue } from './use-to-inform-queue.tsx'

/** The tabs of the home page: those of the cases, and what else waits for RUP. */
const tabWords = { ...homeTabWords, ...otherHomeTabWords } as const
type QueueTab = keyof typeof tabWords

function tabsOf(role: Role): readonly QueueTab[] {
  const boxes = homeBoxes[role]?.map(({ name }) => name) ?? []
  return [
    'everything',
    ...boxes,
    'toInform',
    ...(can('administration', role) ? (['rights'] as const) : []),
    ...(can('registerDecisions', role) ? (['register'] as const) : []),
  ]
}

/** A count up to one more than are counted exactly. */
const cappedText = (count: number | undefined) =>
  count === undefined ? undefined : tabCountOf({ count: Math.min(count, exactCount), countIsMore: count > exactCount })
const { exactCount } = limits.page

const isOfCases = (tab: QueueTab): tab is HomeTab => Object.hasOwn(homeTabWords, tab)

/** The pending work of an operator as one queue in order of term, and its parts as tabs. */
export function CasesHomePage() {
  const { t } = useTranslation()
  const { firstName, selectedRole } = useUser()
  useFreshQueue()
  const shown = tabsOf(selectedRole)
  const [tab, setTab] = useTabInAddress(tabWords, (one) => shown.includes(one))
  const cases = useCaseQueue(isOfCases(tab) ? tab : 'everything')
  const toInform = useToInformQueue(tab === 'toInform')
  const rights = useRightsQueue(tab === 'rights')
  const register = useRegisterQueue(tab === 'register')
  const waiting = {
    toInform: cappedText(cases.toInform),
    rights: useBadges()?.rights,
    register: useRegisterCounts()?.mine,
  }
  const countOf = (one: QueueTab) =>
    isOfCases(one) ? tabCountOf(cases.tabs?.find(({ name }) => name === one)) : waiting[one]
  const source = isOfCases(tab) ? cases : { toInform, rights, register }[tab]
  return (
    <>
      <QueueHead title={t('desk.greeting', { name: firstName })} source={source} />
      <Tabs
        label={t('queue.tabs')}
        tabs={shown.map((id) => ({ id, label: t(`casesHome.tabs.${id}`), count: countOf(id) ?? '…' }))}
        current={tab}
        onChange={setTab}
      >
        <Queue source={source} />
      </Tabs>
    </>
  )
}

/** The queue follows the badges: when a badge changes, it is read again. */
function useFreshQueue() {
  const queryClient = useQueryClient()
  const counts = JSON.stringify(useBadges())
  const seen = useRef(counts)
  useEffect(() => {
    const isFirst = seen.current === undefined
    if (!isFirst && seen.current !== counts) {
      void queryClient.invalidateQueries({ queryKey: caseHomeKey })
      void queryClient.invalidateQueries({ queryKey: ['rights', 'list'] })
    }
    seen.current = counts
  }, [counts, queryClient])
}
