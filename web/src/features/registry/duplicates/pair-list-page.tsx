import { listPairs, type PairRow, paths, type RegistryKind, registryKinds } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ShowDay } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { fromEndpoint } from '#list/from-endpoint.ts'
import type { List } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { RowLink } from '#list/row-link.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DuplicateTabs } from './duplicate-tabs.tsx'

interface PairFilters {
  readonly kind?: RegistryKind | undefined
}

const pairHref = (id: number) => siteHref(paths.duplicatePair, { id })

const columns = (t: TFunction): Column<PairRow>[] => [
  {
    id: 'first',
    header: t('registry.duplicates.columns.first'),
    isRowHeader: true,
    isWrapped: true,
    cell: ({ id, first, second }) => (
      <RowLink id={id} href={pairHref(id)}>
        <bdi>{first.name}</bdi>
        <span className="visually-hidden">
          {' '}
          <span>– </span>
          <bdi>{second.name}</bdi>
        </span>
      </RowLink>
    ),
  },
  {
    id: 'second',
    header: t('registry.duplicates.columns.second'),
    isWrapped: true,
    cell: ({ second }) => <bdi>{second.name}</bdi>,
  },
  {
    id: 'kind',
    header: t('registry.duplicates.columns.kind'),
    width: '7rem',
    isFoldedOnTablet: true,
    cell: ({ kind }) => t(`registry.duplicates.kinds.${kind}`),
  },
  {
    id: 'weight',
    header: t('registry.duplicates.columns.weight'),
    width: '5rem',
    cell: ({ weight }) => <span className="figures">{t('registry.duplicates.weight', { weight })}</span>,
  },
  {
    id: 'foundAt',
    header: t('registry.duplicates.columns.foundAt'),
    width: '6.5rem',
    isFoldedOnTablet: true,
    cell: ({ foundAt }) => <ShowDay instant={foundAt} />,
  },
]

const pairList: List<PairRow, PairFilters> = {
  ...fromEndpoint<PairRow, PairFilters>(listPairs),
  queryKey: ['registry', 'pairs', 'list'],
  path: paths.duplicateList,
  schema: z.object({ kind: z.optional(z.enum(Object.keys(registryKinds) as [RegistryKind])) }),
  filters: {
    kind: {
      kind: 'choice',
      wire: 'tipo',
      names: registryKinds,
      noneOf: (t) => t('registry.duplicates.kinds.all'),
      nameOf: (t, name) => t(`registry.duplicates.kinds.${name as RegistryKind}`),
    },
  },
  textsOf: (t) => ({
    title: t('registry.duplicates.title'),
    empty: t('registry.duplicates.none'),
  }),
  filterLabel: (t) => t('registry.duplicates.columns.kind'),
  useColumns: () => columns(useTranslation().t),
  rowHref: ({ id }) => pairHref(id),
  Intro: () => <DuplicateTabs current="pairs" />,
}

/** The pairs of records that may be of one person, as work to decide. */
export const PairListPage = () => <ListPage list={pairList} />
