import {
  type CaseFilters,
  type CaseRow,
  can,
  limits,
  listSavedViews,
  type SavedView,
  searchCases,
} from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { colleaguesQuery } from '#lib/backoffice/colleagues.ts'
import type { PaletteEntry, PaletteFound, PaletteSource } from '#lib/backoffice/palette.ts'
import { matching } from '#lib/backoffice/palette-matching.ts'
import { office } from '#lib/page/page-settings.ts'
import { listHref, sortOf } from '#list/list-address.ts'
import { rememberSealed } from '#list/list-query.ts'
import { caseHref, caseLists, columnSorts } from '../list/case-lists.ts'
import { meaningsOf, type SearchedIn, type TextMeaning } from './quick-search.rules.ts'

/** How many cases the palette shows; the others are in the list. */
const shown = 6
const shortestWord = 3

/** Finds a case in any list: by its code or a protocol number, a tax code, a contact, a name, or words of the narrative. */
export const caseSource: PaletteSource = {
  name: 'cases',
  title: 'palette.cases',
  isFor: (role) => can('cases', role),
  canFind: (text) => text.length >= shortestWord || /^\d/.test(text),
  async find(text, { t, queryClient, signal }): Promise<PaletteFound> {
    const colleagues = await queryClient.ensureQueryData(colleaguesQuery).catch(() => [])
    const outcome = await searchAll(meaningsOf(text, { tag: office.productTag, colleagues }), signal)
    if ('missed' in outcome) {
      const places = outcome.missed.map((place) => t(`quickSearch.places.${place}`)).join(', ')
      return { entries: [], missed: t('quickSearch.none', { text, places }) }
    }
    const entries = outcome.rows.map((row) => entryOf(t, row))
    return { entries: outcome.rows.length > 1 ? [...entries, wholeList(t, queryClient, outcome)] : entries }
  },
}

const entryOf = (t: TFunction, { id, code, status, reporter, victim }: CaseRow): PaletteEntry => ({
  id: `case-${id}`,
  text: code,
  note: [t(`caseStatuses.${status}`), ...new Set([reporter, victim])].filter(Boolean).join(' · '),
  onSelect: { href: caseHref(caseLists.all, id) },
})

interface Rows {
  readonly filters: CaseFilters
  readonly rows: readonly CaseRow[]
  readonly count: number
}

/** Opens everything that was found as a list. */
const wholeList = (t: TFunction, queryClient: QueryClient, { filters, count }: Rows): PaletteEntry => ({
  id: 'cases-all',
  text: t('palette.allCases', { count }),
  onSelect: {
    href: listHref(caseLists.all, {
      filters: { isEverywhere: true },
      sealedId: rememberSealed(queryClient, caseLists.all.name, filters),
    }),
  },
})

/** The result of the first meaning with any result, or the searched places. */
async function searchAll(
  readings: readonly TextMeaning[],
  signal: AbortSignal,
): Promise<Rows | { readonly missed: readonly SearchedIn[] }> {
  const missed: SearchedIn[] = []
  const refused: CallError[] = []
  for (const { searchedIn, filters } of readings) {
    const found = filters && (await firstRows(filters, signal))
    if (found instanceof CallError) refused.push(found)
    else if (found && found.rows.length > 0) return found
    else missed.push(searchedIn)
  }
  const [error] = refused
  // The text is too short for its likeliest meaning, so the search was not the intended one.
  if (error && missed[0] !== readings[0]?.searchedIn) throw error
  return { missed }
}

/** The first cases, or the validation error: a text may be too short for one place and long enough for the next. */
async function firstRows(filters: CaseFilters, signal: AbortSignal): Promise<Rows | CallError> {
  const body = { from: 1, to: shown, filters }
  try {
    const { rows, count } = await call(searchCases, { query: { view: 'everywhere' }, body }, { signal })
    return { filters, rows, count }
  } catch (error) {
    if (error instanceof CallError && error.fieldErrors.length > 0) return error
    throw error
  }
}

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
