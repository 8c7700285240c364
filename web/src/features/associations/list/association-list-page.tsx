import type { AssociationFilters, AssociationRow } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ExportButton, exportBulk } from '#features/exports/index.ts'
import { bundleQuery } from '#form/choices.ts'
import { useRegisterCounts } from '#lib/backoffice/badges.ts'
import { useUser } from '#lib/session/current-user.ts'
import type { List } from '#list/list.ts'
import { listHref } from '#list/list-address.ts'
import { ListPage } from '#list/list-page.tsx'
import type { Elements } from '#ui/elements.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { associationColumns } from './association-columns.tsx'
import {
  type AssociationList,
  associationFilterTexts,
  associationHref,
  associationLists,
  waitingStatuses,
} from './association-lists.ts'

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
  exportButton: ({ filters, orderings }) => <ExportButton kind={list.view} rows={{ filters, orderings }} />,
  bulk: exportBulk(list.view, (t, { name }) => t('exportPage.select', { name })),
  className: 'association-table',
})

/** Beside the actions of the list: the requests whose next step is the user's. */
function NewRequestsActions({ children }: { readonly children: Elements }) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const count = useRegisterCounts()?.waiting ?? 0
  const waiting = listHref(associationLists.newRequests, { filters: { statuses: waitingStatuses(selectedRole) } })
  return (
    <>
      {count > 0 && (
        <NavLink href={waiting}>{`${t('register.home.waiting')}: ${t('desk.number', { number: count })}`}</NavLink>
      )}
      {children}
    </>
  )
}

const pages = {
  newRequests: { ...pageOf(associationLists.newRequests), Actions: NewRequestsActions },
  enrolled: pageOf(associationLists.enrolled),
  notEnabled: pageOf(associationLists.notEnabled),
}

/** The requests that wait for the office. */
export const NewRequestsPage = () => <ListPage list={pages.newRequests} />
/** The enrolled associations. */
export const EnrolledPage = () => <ListPage list={pages.enrolled} />
/** The expired, removed and rejected ones. */
export const NotEnabledPage = () => <ListPage list={pages.notEnabled} />
