import { type CaseRow, can, paths } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '#features/exports/index.ts'
import { bundleQuery } from '#form/choices.ts'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useMedia } from '#lib/page/use-media.ts'
import { useUser } from '#lib/session/current-user.ts'
import type { List, ListView } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { caseFilterTexts } from '../filters/case-filter-texts.ts'
import type { CaseListFilters } from '../filters/case-filters.ts'
import { CaseBulkActions } from './case-bulk-bar.tsx'
import { caseColumns } from './case-columns.tsx'
import { type CaseList, caseHref, caseLists, exportKindOf, filtersOf } from './case-lists.ts'
import { CasePreview } from './case-preview.tsx'
import { caseSavedViews } from './case-saved-views.ts'
import { CaseViewTabs } from './case-view-tabs.tsx'
import { rememberTrail } from './list-trail.ts'

type View = ListView<CaseRow, CaseListFilters>

const pageOf = (list: CaseList): List<CaseRow, CaseListFilters> => ({
  ...list,
  textsOf: (t) => ({
    title: t(`cases.lists.${list.view}`),
    empty: t('desk.empty'),
    next: t(`cases.nothing.${list.view}`),
    nextNarrowed: t('cases.nothing.found'),
    loading: t('cases.loading'),
    wordsForgotten: t('cases.wordsForgotten'),
  }),
  ...caseFilterTexts,
  useColumns: ({ isSplit, filters }) => {
    const { t } = useTranslation()
    const { data: lists } = useQuery(bundleQuery())
    const isWide = useMedia('(min-width: 105rem)')
    return caseColumns({
      t,
      lists,
      list,
      isLaptop: isSplit || !isWide,
      isPhone: useMedia('(max-width: 39.99rem)'),
      isToInform: filters.isToInform === true,
    })
  },
  rowHref: ({ id }) => caseHref(list, id),
  detailOf: (t) => ({
    header: t('cases.preview.title'),
    label: ({ code }) => t('cases.preview.of', { code }),
    content: (row, entered) => <CasePreview row={row} entered={entered} />,
  }),
  detailKey: 'classify',
  canSplit: true,
  bulk: {
    textsOf: (t) => ({ title: t('cases.bulk.title'), all: t('cases.bulk.all') }),
    rowText: (t, { code }) => t('cases.bulk.one', { code }),
    actions: (selection, orderings) => <CaseBulkActions list={list} selection={selection} orderings={orderings} />,
  },
  savedViews: caseSavedViews(list.view),
  hasExactCount: true,
  onShown: (page, neighbours) => rememberTrail(list.view, page, neighbours),
  exportButton: ({ filters, orderings }) => (
    <ExportButton
      kind={exportKindOf(list)}
      view={list.view}
      rows={{ filters: filtersOf(list, filters), orderings }}
      isOfManyLists={filters.isEverywhere}
    />
  ),
  tabs: (view) => <CaseViewTabs list={list} view={view} />,
  Actions: list.view === 'all' ? AllCasesActions : CaseListActions,
  ChipActions: NameAsWords,
  className: 'case-table',
})

const pages = {
  all: pageOf(caseLists.all),
  toAssign: pageOf(caseLists.toAssign),
  mine: pageOf(caseLists.mine),
  outOfRemit: pageOf(caseLists.outOfRemit),
}

/** View 0. */
export const AllCasesPage = () => <ListPage list={pages.all} />
/** View 1. */
export const CasesToAssignPage = () => <ListPage list={pages.toAssign} />
/** View 2. */
export const MyCasesPage = () => <ListPage list={pages.mine} />
/** View 3. */
export const CasesOutOfRemitPage = () => <ListPage list={pages.outOfRemit} />

function CaseListActions({ children }: { readonly children: Elements }) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  return (
    <>
      {children}
      {can('newCase', selectedRole) && (
        <NavLink {...shortcut('new')} className={buttonClass()} href={siteHref(paths.caseNew)}>
          {t('caseNew.title')}
        </NavLink>
      )}
    </>
  )
}

function AllCasesActions({ children }: { readonly children: Elements }) {
  const { t } = useTranslation()
  return (
    <>
      <NavLink href={siteHref(paths.flaggedReports)}>{t('flaggedReports.title')}</NavLink>
      <CaseListActions>{children}</CaseListActions>
    </>
  )
}

/** After a search for a name in all lists, offers to search the narratives for it. */
function NameAsWords({ filters: { isEverywhere, person, ...others }, narrow }: View) {
  const { t } = useTranslation()
  if (!isEverywhere || person === undefined || Object.keys(others).length > 0) return null
  return (
    <Button variant="quiet" size="sm" onClick={() => narrow({ narrative: person, isEverywhere: true })}>
      {t('cases.chips.narrative', { words: person })}
    </Button>
  )
}
