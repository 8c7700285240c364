import { paths, type RightsRow, rightsKinds, rightsStatuses } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { ShowDay } from '#lib/i18n/format.tsx'
import { ListPages, ListRange, useBeyondEnd } from '#lib/list/list-parts.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { buttonClass } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Select } from '#ui/field/select.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { rightsListQuery } from './rights.queries.ts'
import { type RightsSearch, readRightsSearch, rightsHref, rightsPageHref } from './rights-search.ts'
import { RightsStatusChip } from './rights-status-chip.tsx'

/** What people asked about their own data: export and erasure. */
export function RightsListPage() {
  const { t } = useTranslation()
  const search = readRightsSearch(useSearch({ strict: false }))
  const { data: page, isPlaceholderData, isError, isFetching, refetch } = useQuery(rightsListQuery(search))
  const beyond = useBeyondEnd({ page, place: search, href: (wanted) => rightsPageHref(wanted, search, {}) })
  return (
    <>
      <div className="list-head">
        <div className="list-title">
          <h1>{t('rightsPage.title')}</h1>
          <ListRange page={page} />
        </div>
        <NavLink href={siteHref(paths.rightsNew)} className={buttonClass()}>
          {t('rightsPage.new')}
        </NavLink>
      </div>
      <Filters {...search} />
      {isError && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {(page || !isError) && (
        <DataTable
          caption={t('rightsPage.title')}
          isCaptionHidden
          columns={rightsColumns(t)}
          rows={page?.rows}
          rowKey={({ id }) => id}
          emptyText={beyond?.emptyText ?? t('rightsPage.empty')}
          emptyNext={beyond?.emptyNext}
          loadingText={t('site.loading')}
          isRefreshing={isPlaceholderData}
        />
      )}
      {page && (
        <ListPages
          page={page}
          place={search}
          isStale={isPlaceholderData}
          href={(wanted, keys) => rightsPageHref(wanted, search, keys)}
        />
      )}
    </>
  )
}

const keysOf = <K extends string>(names: Readonly<Record<K, string>>) => Object.keys(names) as K[]

function Filters({ status, kind, isDecidable }: RightsSearch) {
  const { t } = useTranslation()
  const go = useGo()
  const statuses = keysOf(rightsStatuses)
  const kinds = keysOf(rightsKinds)
  return (
    <div className="list-filters">
      <Select
        id="filter-status"
        label={t('rightsPage.columns.status')}
        emptyLabel={t('rightsPage.allStatuses')}
        value={status ?? ''}
        options={statuses.map((value) => ({ value, label: t(`rights.statuses.${value}`) }))}
        onChange={(chosen) => go(rightsHref({ kind, status: statuses.find((one) => one === chosen) }))}
      />
      <Select
        id="filter-kind"
        label={t('rightsPage.columns.kind')}
        emptyLabel={t('rightsPage.allKinds')}
        value={kind ?? ''}
        options={kinds.map((value) => ({ value, label: t(`rights.kinds.${value}`) }))}
        onChange={(chosen) => go(rightsHref({ status, kind: kinds.find((one) => one === chosen) }))}
      />
      {isDecidable && (
        <p>
          {t('rightsPage.decidable')}. <NavLink href={rightsHref({})}>{t('rightsPage.everybody')}</NavLink>
        </p>
      )}
    </div>
  )
}

const rightsColumns = (t: TFunction): Column<RightsRow>[] => [
  {
    id: 'status',
    header: t('rightsPage.columns.status'),
    width: '9rem',
    cell: ({ status }) => <RightsStatusChip status={status} />,
  },
  {
    id: 'number',
    header: t('rightsPage.columns.number'),
    width: '8rem',
    isRowHeader: true,
    cell: ({ id }) => <NavLink href={siteHref(paths.rightsDetail, { id })}>{t('rightsPage.number', { id })}</NavLink>,
  },
  { id: 'kind', header: t('rightsPage.columns.kind'), width: '11.5rem', cell: ({ kind }) => t(`rights.kinds.${kind}`) },
  {
    id: 'subject',
    header: t('rightsPage.columns.subject'),
    cell: ({ subject }) => <bdi dir="ltr">{subject ?? '–'}</bdi>,
  },
  { id: 'requestedBy', header: t('rightsPage.columns.requestedBy'), cell: ({ requestedBy }) => requestedBy },
  {
    id: 'requestedAt',
    header: t('rightsPage.columns.requestedAt'),
    width: '7rem',
    cell: ({ requestedAt }) => <ShowDay instant={requestedAt} />,
  },
  {
    id: 'dueOn',
    header: t('rightsPage.columns.dueOn'),
    width: '11rem',
    cell: ({ dueOn, dueState }) => (dueOn && dueState ? <DueOn state={dueState} on={dueOn} /> : '–'),
  },
  {
    id: 'decidedBy',
    header: t('rightsPage.columns.decidedBy'),
    isFoldedOnTablet: true,
    cell: ({ decidedBy }) => decidedBy ?? '–',
  },
  {
    id: 'finishedAt',
    header: t('rightsPage.columns.finishedAt'),
    width: '7rem',
    isFoldedOnTablet: true,
    cell: ({ finishedAt }) => (finishedAt ? <ShowDay instant={finishedAt} /> : '–'),
  },
]
