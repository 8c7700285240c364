import { type CaseRow, can, limits, listSavedViews, type SavedView } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { call } from '#lib/api/call.ts'
import type { PaletteEntry, PaletteFound, PaletteSource } from '#lib/backoffice/palette.ts'
import { listHref, sortOf } from '#list/list-address.ts'
import { rememberSealed } from '#list/list-query.ts'
import { matching } from '#ui/field/combobox.tsx'
import { caseHref, caseLists, columnSorts } from '../list/case-lists.ts'
import { canFindCase, type FoundRows, findCases, noteOf } from './found-cases.ts'

/** Finds a case in any list: by its code or a protocol number, a tax code, a contact, a name, or words of the narrative. */
export const caseSource: PaletteSource = {
  name: 'cases',
  title: 'palette.cases',
  isFor: (role) => can('cases', role),
  canFind: canFindCase,
  async find(text, { t, queryClient, signal }): Promise<PaletteFound> {
    const outcome = await findCases(text, queryClient, signal)
    if ('missed' in outcome) {
      const places = outcome.missed.map((place) => t(`quickSearch.places.${place}`)).join(', ')
      return { entries: [], missed: t('quickSearch.none', { text, places }) }
    }
    const entries = outcome.rows.map((row) => entryOf(t, row))
    return { entries: outcome.rows.length > 1 ? [...entries, wholeList(t, queryClient, outcome)] : entries }
  },
}

const entryOf = (t: TFunction, row: CaseRow): PaletteEntry => ({
  id: `case-${row.id}`,
  text: row.code,
  note: noteOf(t, row),
  onSelect: { href: caseHref(caseLists.all, row.id) },
})

/** Opens everything that was found as a list. */
const wholeList = (t: TFunction, queryClient: QueryClient, { filters, count }: FoundRows): PaletteEntry => ({
  id: 'cases-all',
  text: t('palette.allCases', { count }),
  onSelect: {
    href: listHref(caseLists.all, {
      filters: { isEverywhere: true },
      sealedId: rememberSealed(queryClient, caseLists.all.name, filters),
    }),
  },
})

const savedViewsQuery = {
  queryKey: ['cases', 'savedViews'],
  queryFn: async () => (await call(listSavedViews, {})).rows,
  staleTime: 60_000,
}

const hrefOf = ({ view, filters, orderings, size = limits.page.rows }: SavedView) =>
  listHref(caseLists[view], { filters, sort: sortOf(columnSorts, orderings), size })

/** Finds the saved views of the user's case lists by their names. */
export const savedViewSource: PaletteSource = {
  name: 'views',
  title: 'palette.views',
  isFor: (role) => can('cases', role),
  canFind: (text) => text.length > 1,
  async find(text, { t, queryClient }) {
    const views = await queryClient.fetchQuery(savedViewsQuery)
    const entries = views.map((view) => ({
      id: `view-${view.id}`,
      text: view.name,
      note: t(`cases.lists.${view.view}`),
      onSelect: { href: hrefOf(view) },
    }))
    return { entries: matching(entries, text) }
  },
}
