import { type CaseView, deleteView, limits, listSavedViews, type SavedView, saveView } from '@portal/contract'
import { call } from '#lib/api/call.ts'
import type { SavedViews } from '#list/list.ts'
import { listHref } from '#list/list-address.ts'
import { orderingsOf, sortOf } from '#list/list-sort.ts'
import { caseLists, caseSorts } from '../list/case-lists.ts'
import type { CaseListFilters } from './case-filters.ts'

const hrefOf = ({ view, filters, orderings, size = limits.page.rows }: SavedView) =>
  listHref(caseLists[view], { filters, sort: sortOf(caseSorts, orderings), size })

/** The saved views of the user's case lists, for the menu of one list. */
export const caseSavedViews = (ownView: CaseView): SavedViews<CaseListFilters> => ({
  queryKey: ['cases', 'savedViews'],
  read: async (signal) => (await call(listSavedViews, {}, { signal })).rows,
  entriesOf: (t, views) =>
    (views as readonly SavedView[]).map((view) => ({
      id: view.id,
      name: view.name,
      title: t(`cases.lists.${view.view}`),
      isOfList: view.view === ownView,
      href: hrefOf(view),
    })),
  save: async (name, state) => {
    const { isEverywhere: _, ...filters } = state.filters
    const size = limits.page.choices.find((choice) => choice === state.size)
    const body = { view: ownView, name, filters, orderings: orderingsOf(caseSorts, state.sort), size }
    return (await call(saveView, { body })).rows
  },
  remove: async (id) => (await call(deleteView, { body: { id } })).rows,
})
