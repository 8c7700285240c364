import {
  type CaseView,
  deleteView,
  limits,
  listSavedViews,
  mayShareViews,
  type SavedView,
  saveView,
} from '@portal/contract'
import { call } from '#lib/api/call.ts'
import type { SavedViews } from '#list/list.ts'
import { listHref, orderingsOf, sortOf } from '#list/list-address.ts'
import type { CaseListFilters } from '../filters/case-filters.ts'
import { caseLists, columnSorts } from './case-lists.ts'

const hrefOf = ({ view, filters, orderings, size = limits.page.rows }: SavedView) =>
  listHref(caseLists[view], { filters, sort: sortOf(columnSorts, orderings), size })

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
      isShared: view.isShared ?? false,
      isDeletable: view.isDeletable,
    })),
  save: async ({ name, isShared }, state) => {
    const { isEverywhere: _, ...filters } = state.filters
    const size = limits.page.choices.find((choice) => choice === state.size)
    const body = { view: ownView, name, isShared, filters, orderings: orderingsOf(columnSorts, state.sort), size }
    return (await call(saveView, { body })).rows
  },
  mayShare: mayShareViews,
  remove: async (id) => (await call(deleteView, { body: { id } })).rows,
})
