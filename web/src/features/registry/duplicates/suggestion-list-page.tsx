import { listSuggestions, paths, type SuggestionRow, type SuggestionSource, suggestionSources } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ShowDay } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { fromEndpoint } from '#list/from-endpoint.ts'
import { type List, listTitleId } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { RowLink } from '#list/row-link.tsx'
import type { Column } from '#ui/data-table.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { recordHref } from '../registry-kinds.ts'
import { DuplicateTabs } from './duplicate-tabs.tsx'
import { identityText, RejectButton } from './reject-suggestion.tsx'

interface SuggestionFilters {
  readonly source?: SuggestionSource | undefined
}

/** The case, or the association. */
const sourceHref = ({ source, sourceId: id }: SuggestionRow) =>
  siteHref(source === 'association' ? paths.newRequestDetail : paths.caseDetail, { id })

const columns = (t: TFunction): Column<SuggestionRow>[] => [
  {
    id: 'source',
    header: t('registry.suggestions.columns.source'),
    isRowHeader: true,
    isWrapped: true,
    cell: (row) => (
      <>
        <RowLink id={row.id} href={sourceHref(row)}>
          <bdi>{row.sourceName}</bdi>
        </RowLink>{' '}
        <span className="cell-note">{t(`registry.suggestions.sources.${row.source}`)}</span>
      </>
    ),
  },
  {
    id: 'record',
    header: t('registry.suggestions.columns.record'),
    isWrapped: true,
    cell: ({ kind, record }) => (
      <>
        <NavLink href={recordHref(kind, record.id)}>
          <bdi>{record.name}</bdi>
        </NavLink>{' '}
        <span className="cell-note">{identityText(record)}</span>
      </>
    ),
  },
  {
    id: 'weight',
    header: t('registry.duplicates.columns.weight'),
    width: '5rem',
    isFoldedOnTablet: true,
    cell: ({ weight }) => <span className="figures">{t('registry.duplicates.weight', { weight })}</span>,
  },
  {
    id: 'foundAt',
    header: t('registry.duplicates.columns.foundAt'),
    width: '6.5rem',
    isFoldedOnTablet: true,
    cell: ({ foundAt }) => <ShowDay instant={foundAt} />,
  },
  {
    id: 'reject',
    header: t('registry.suggestions.columns.decision'),
    width: '16rem',
    // The pressed button disappears with its row.
    cell: (row) => <RejectButton suggestion={row} onDone={() => focusById(listTitleId)} />,
  },
]

const suggestionList: List<SuggestionRow, SuggestionFilters> = {
  ...fromEndpoint<SuggestionRow, SuggestionFilters>(listSuggestions),
  queryKey: ['registry', 'suggestions', 'list'],
  path: paths.suggestionList,
  schema: z.object({ source: z.optional(z.enum(Object.keys(suggestionSources) as [SuggestionSource])) }),
  filters: {
    source: {
      kind: 'choice',
      wire: 'origine',
      names: suggestionSources,
      noneOf: (t) => t('registry.duplicates.kinds.all'),
      nameOf: (t, name) => t(`registry.suggestions.sources.${name as SuggestionSource}`),
    },
  },
  textsOf: (t) => ({
    title: t('registry.suggestions.title'),
    empty: t('registry.suggestions.none'),
  }),
  filterLabel: (t) => t('registry.suggestions.columns.source'),
  useColumns: () => columns(useTranslation().t),
  rowHref: sourceHref,
  Intro: () => <DuplicateTabs current="suggestions" />,
}

/** Reporters, victims and associations whose record may be in the registry, as work to decide. */
export const SuggestionListPage = () => <ListPage list={suggestionList} />
