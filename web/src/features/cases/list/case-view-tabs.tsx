import { type CaseRow, caseTabs, countCaseViews } from '@portal/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { type ListView, listTitleId } from '#list/list.ts'
import { listHref } from '#list/list-address.ts'
import { ListTabs } from '#list/list-tabs.tsx'
import { useSavedEntries } from '#list/saved-views-menu.tsx'
import { Button } from '#ui/button.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import type { CaseListFilters } from '../filters/case-filters.ts'
import type { CaseList } from './case-lists.ts'
import { caseSavedViews } from './case-saved-views.ts'

/** How old the counts may become while a list is open. */
const countMs = 30_000
/** How many saved views have a tab; the menu has them all. */
const maxSaved = 6

const countsQuery = ({ view, queryKey }: CaseList) =>
  queryOptions({
    queryKey: [...queryKey, 'tabs'],
    queryFn: async ({ signal }) => (await call(countCaseViews, { query: { view } }, { signal })).rows,
    refetchInterval: countMs,
    meta: { isHandled: true },
  })

/** The parts of a list of cases and its saved views, each with the number of cases that it opens. */
export function CaseViewTabs({ list, view }: { list: CaseList; view: ListView<CaseRow, CaseListFilters> }) {
  const { t } = useTranslation()
  const { data: counts } = useQuery(countsQuery(list))
  const queryClient = useQueryClient()
  const saved = useSavedEntries(caseSavedViews(list.view)).filter(({ isOfList }) => isOfList)
  const { state, page } = view
  const here = listHref(list, { ...state, sealedId: undefined })
  const narrowedBy = listHref(list, { filters: state.filters })
  const parts = caseTabs[list.view].map(({ name, filters }) => {
    const href = listHref(list, { filters })
    return {
      href,
      text: t(`cases.tabs.${name}`),
      isCurrent: state.sealedId === undefined && href === narrowedBy,
      count: counts?.find(({ tab }) => tab === name),
    }
  })
  const views = saved.slice(0, maxSaved).map(({ id, name, href }) => ({
    href,
    text: name,
    isCurrent: href === here && !parts.some(({ isCurrent }) => isCurrent),
    count: counts?.find(({ savedViewId }) => savedViewId === id),
  }))
  // What has come since the rows were read: the counts are newer than they are.
  const shown = [...parts, ...views].find(({ isCurrent }) => isCurrent)?.count
  const newer = shown && page && !page.countIsMore ? shown.count - page.count : 0
  const handleLoad = () => {
    void queryClient.invalidateQueries({ queryKey: list.queryKey })
    // The pressed button disappears with what it announced.
    focusById(listTitleId)
  }
  return (
    <ListTabs
      label={t('cases.tabs.label')}
      tabs={[...parts, ...views.filter(({ href }) => !parts.some((part) => part.href === href))]}
    >
      {newer > 0 && (
        <Button variant="secondary" size="sm" icon="it-refresh" onClick={handleLoad}>
          {t('cases.tabs.newer', { count: newer })}
        </Button>
      )}
    </ListTabs>
  )
}
