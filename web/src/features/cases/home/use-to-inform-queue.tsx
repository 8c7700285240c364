import { type CaseRow, toInformFilters } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { QueueSource } from '#lib/backoffice/queue.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { listHref } from '#list/list-address.ts'
import { pageQuery } from '#list/list-query.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { caseLists } from '../list/case-lists.ts'
import { useQueuedCase } from './use-case-queue.tsx'

const shownRows = 25

/** The cases whose reporter the user has to inform, the first received first; read where they are shown. */
export function useToInformQueue(isShown: boolean): QueueSource {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const list = caseLists.all
  const filters = { ...toInformFilters(selectedRole), isEverywhere: true }
  const state = { page: 1, filters, size: shownRows }
  const { data, isError, isFetching, refetch } = useQuery({ ...pageQuery(list, state), enabled: isShown })
  const toQueued = useQueuedCase(list.detailPath)
  const step = t('letters.name')
  const queued = (row: CaseRow) => ({
    ...toQueued(row, step),
    due: row.informBy && row.informState && { state: row.informState, on: row.informBy },
  })
  return {
    rows: data?.rows.map(queued),
    emptyText: t('letters.none'),
    loadingText: t('cases.loading'),
    hasFailed: isError && !data,
    isFetching,
    refetch,
    foot: <NavLink href={listHref(list, { filters })}>{t('letters.all')}</NavLink>,
  }
}
