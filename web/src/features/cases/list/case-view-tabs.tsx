import { type CaseRow, caseTabs, countCaseViews } from '@portal/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import type { ListView } from '#list/list.ts'
import { ListTabs, tabCountMs } from '#list/list-tabs.tsx'
import { useSavedEntries } from '#list/saved-views-menu.tsx'
import type { CaseListFilters } from '../filters/case-filters.ts'
import type { CaseList } from './case-lists.ts'
import { caseSavedViews } from './case-saved-views.ts'

/** How many saved views have a tab; the menu has them all. */
const maxSaved = 6

const countsQuery = ({ view, queryKey }: CaseList) =>
  queryOptions({
    queryKey: [...queryKey, 'tabs'],
    queryFn: async ({ signal }) => (await call(countCaseViews, { query: { view } }, { signal })).rows,
    refetchInterval: tabCountMs,
    meta: { isHandled: true },
  })

/** The parts of a list of cases and its saved views. */
export function CaseViewTabs({ list, view }: { list: CaseList; view: ListView<CaseRow, CaseListFilters> }) {
  const { t } = useTranslation()
  const { data: counts } = useQuery(countsQuery(list))
  const saved = useSavedEntries(caseSavedViews(list.view)).filter(({ isOfList }) => isOfList)
  return (
    <ListTabs
      list={list}
      view={view}
      parts={caseTabs[list.view].map(({ name, filters }) => ({
        filters,
        text: t(`cases.tabs.${name}`),
        count: counts?.find(({ tab }) => tab === name),
      }))}
      saved={saved.slice(0, maxSaved).map(({ id, name, href }) => ({
        href,
        text: name,
        count: counts?.find(({ savedViewId }) => savedViewId === id),
      }))}
      newerText={(count) => t('cases.tabs.newer', { count })}
    />
  )
}
