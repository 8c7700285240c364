import {
  type AssociationFilters,
  type AssociationRow,
  associationListTabs,
  countAssociationTabs,
} from '@portal/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { useUser } from '#lib/session/current-user.ts'
import type { ListView } from '#list/list.ts'
import { ListTabs, tabCountMs } from '#list/list-tabs.tsx'
import type { AssociationList } from './association-lists.ts'

const countsQuery = ({ view, queryKey }: AssociationList) =>
  queryOptions({
    queryKey: [...queryKey, 'tabs'],
    queryFn: async ({ signal }) => (await call(countAssociationTabs, { query: { list: view } }, { signal })).rows,
    refetchInterval: tabCountMs,
    meta: { isHandled: true },
  })

interface Props {
  readonly list: AssociationList
  readonly view: ListView<AssociationRow, AssociationFilters>
}

/** The parts of a list of the register; of requests, first those whose next step is the user's. */
export function AssociationTabs({ list, view }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const { data: counts } = useQuery(countsQuery(list))
  return (
    <ListTabs
      list={list}
      view={view}
      parts={associationListTabs(list.view, selectedRole).map(({ name, filters }) => ({
        filters,
        text: t(`register.listTabs.${name}`),
        count: counts?.find(({ tab }) => tab === name),
      }))}
      newerText={(count) => t('register.newer', { count })}
    />
  )
}
