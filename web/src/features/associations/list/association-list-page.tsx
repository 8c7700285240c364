import type { AssociationFilters, AssociationRow } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ExportButton, exportBulk } from '#features/exports/index.ts'
import { bundleQuery } from '#form/choices.ts'
import type { List } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { associationColumns } from './association-columns.tsx'
import { type AssociationList, associationFilterTexts, associationHref, associationLists } from './association-lists.ts'
import { AssociationTabs } from './association-tabs.tsx'

const pageOf = (list: AssociationList): List<AssociationRow, AssociationFilters> => ({
  ...list,
  textsOf: (t) => ({
    title: t(`register.lists.${list.view}`),
    empty: t('desk.empty'),
    next: t(`register.nothing.${list.view}`),
    nextNarrowed: t('register.nothing.found'),
    loading: t('register.loadingList'),
    wordsForgotten: t('register.wordsForgotten'),
  }),
  ...associationFilterTexts,
  useColumns: () => {
    const { t } = useTranslation()
    const { data: lists } = useQuery(bundleQuery())
    return associationColumns({ t, lists, list })
  },
  rowHref: ({ id }) => associationHref(list, id),
  tabs: (view) => <AssociationTabs list={list} view={view} />,
  exportButton: ({ filters, orderings }) => <ExportButton kind={list.view} rows={{ filters, orderings }} />,
  bulk: exportBulk(list.view, (t, { name }) => t('exportPage.select', { name })),
  className: 'association-table',
})

const pages = {
  newRequests: pageOf(associationLists.newRequests),
  enrolled: pageOf(associationLists.enrolled),
  notEnabled: pageOf(associationLists.notEnabled),
}

/** The requests that wait for the office. */
export const NewRequestsPage = () => <ListPage list={pages.newRequests} />
/** The enrolled associations. */
export const EnrolledPage = () => <ListPage list={pages.enrolled} />
/** The expired, removed and rejected ones. */
export const NotEnabledPage = () => <ListPage list={pages.notEnabled} />
