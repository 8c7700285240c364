import { paths, type RightsRow } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { ShowDay } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import type { List } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { RowLink } from '#list/row-link.tsx'
import { buttonClass } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { type RightsFilters, rightsSource } from './rights-list.ts'
import { RightsStatusChip } from './rights-status-chip.tsx'

const rightsHref = (id: number) => siteHref(paths.rightsDetail, { id })

const rightsList: List<RightsRow, RightsFilters> = {
  ...rightsSource,
  textsOf: (t) => ({
    title: t('rightsPage.title'),
    empty: t('rightsPage.empty'),
    emptyNarrowed: t('rightsPage.noneFound'),
  }),
  filterLabel: (t, key) => (key === 'isDecidable' ? t('rightsPage.decidable') : t(`rightsPage.columns.${key}`)),
  useColumns: () => rightsColumns(useTranslation().t),
  rowHref: ({ id }) => rightsHref(id),
  Actions: NewRequest,
}

/** What people asked about their own data: export and erasure. */
export const RightsListPage = () => <ListPage list={rightsList} />

function NewRequest() {
  const { t } = useTranslation()
  return (
    <NavLink href={siteHref(paths.rightsNew)} className={buttonClass()}>
      {t('rightsPage.new')}
    </NavLink>
  )
}

const rightsColumns = (t: TFunction): Column<RightsRow>[] => [
  {
    id: 'status',
    header: t('rightsPage.columns.status'),
    width: '8.5rem',
    cell: ({ status }) => <RightsStatusChip status={status} />,
  },
  {
    id: 'number',
    header: t('rightsPage.columns.number'),
    width: '6.75rem',
    isRowHeader: true,
    cell: ({ id }) => (
      <RowLink id={id} href={rightsHref(id)}>
        {t('rightsPage.number', { id })}
      </RowLink>
    ),
  },
  { id: 'kind', header: t('rightsPage.columns.kind'), width: '9rem', cell: ({ kind }) => t(`rights.kinds.${kind}`) },
  {
    id: 'subject',
    // As much as a tax code takes.
    width: '10.5rem',
    header: t('rightsPage.columns.subject'),
    cell: ({ subject }) => <bdi dir="ltr">{subject ?? '–'}</bdi>,
  },
  { id: 'requestedBy', header: t('rightsPage.columns.requestedBy'), cell: ({ requestedBy }) => requestedBy },
  {
    id: 'requestedAt',
    header: t('rightsPage.columns.requestedAt'),
    width: '6.25rem',
    cell: ({ requestedAt }) => <ShowDay instant={requestedAt} />,
  },
  {
    id: 'dueOn',
    header: t('rightsPage.columns.dueOn'),
    width: '7.25rem',
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
    width: '6.25rem',
    isFoldedOnTablet: true,
    cell: ({ finishedAt }) => (finishedAt ? <ShowDay instant={finishedAt} /> : '–'),
  },
]
