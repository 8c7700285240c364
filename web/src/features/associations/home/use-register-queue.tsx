import { paths, type QueuedAssociation, type RegisterTab } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Queued, QueueSource } from '#lib/backoffice/queue.tsx'
import { StatusOfAssociation } from '#lib/backoffice/status-of-association.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { registerQueueQuery } from '../associations.queries.ts'
import { tabWords } from '../record/association-tab-words.ts'
import { rememberQueue } from './register-trail.ts'

interface RegisterQueue extends QueueSource {
  /** How many associations each tab has; undefined while they load. */
  readonly counts: Readonly<Record<RegisterTab, number>> | undefined
}

/** What waits in the register for the user or for others, in order of term; read where it is shown. */
export function useRegisterQueue(isShown: boolean, tab: RegisterTab = 'mine'): RegisterQueue {
  const { t } = useTranslation()
  const query = useQuery({ ...registerQueueQuery(tab), enabled: isShown })
  const { data, isPlaceholderData, isError, isFetching, refetch } = query
  const rows = isPlaceholderData ? undefined : data?.rows
  return {
    counts: data,
    rows: rows?.map((row) => queuedOf(t, row, tab)),
    emptyText: t(`register.queue.none.${tab}`),
    loadingText: t('register.loadingList'),
    hasFailed: isError && !data,
    isFetching,
    refetch,
    onOpen: () => rememberQueue(rows?.map(({ id }) => id) ?? []),
  }
}

const queuedOf = (t: TFunction, row: QueuedAssociation, tab: RegisterTab): Queued => ({
  id: row.id,
  // The page of an association shows it whatever its status is.
  href: siteHref(paths.newRequestDetail, { id: row.id, scheda: row.step === 'check' ? tabWords.documents : undefined }),
  name: row.requestNumber,
  who: <bdi>{row.name}</bdi>,
  status: <StatusOfAssociation status={row.status} />,
  about: tab === 'others' ? [t('register.queue.turn', { who: t(`register.queue.turns.${row.turn}`) })] : [],
  step: t(`register.queue.steps.${row.step}`),
  due: { state: row.dueState, on: row.dueOn },
})
