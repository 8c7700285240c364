import { paths, type RightsRow } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Queued, QueueSource } from '#lib/backoffice/queue.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { listHref } from '#list/list-address.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { decidableRightsQuery } from './rights.queries.ts'
import { rightsSource } from './rights-list.ts'
import { RightsStatusChip } from './rights-status-chip.tsx'

/** Requests on personal data that wait for the user's decision, in order of term; read where they are shown. */
export function useRightsQueue(isShown: boolean): QueueSource {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery({ ...decidableRightsQuery, enabled: isShown })
  return {
    rows: data && [...data.rows].sort(byTerm).map((row) => queuedOf(t, row)),
    emptyText: t('rightsPage.home.none'),
    loadingText: t('site.loading'),
    hasFailed: isError && !data,
    isFetching,
    refetch,
    foot: (
      <NavLink href={listHref(rightsSource, { filters: { isDecidable: true } })}>{t('rightsPage.home.all')}</NavLink>
    ),
  }
}

const byTerm = (one: RightsRow, other: RightsRow) =>
  (one.dueOn ?? '').localeCompare(other.dueOn ?? '') || one.id - other.id

const queuedOf = (t: TFunction, { id, kind, status, subject, dueOn, dueState }: RightsRow): Queued => ({
  id,
  href: siteHref(paths.rightsDetail, { id }),
  name: t('rightsPage.number', { id }),
  who: subject !== undefined && <bdi>{subject}</bdi>,
  status: <RightsStatusChip status={status} />,
  about: [t(`rights.kinds.${kind}`)],
  step: t('rightsPage.home.step'),
  due: dueOn && dueState && { state: dueState, on: dueOn },
})
