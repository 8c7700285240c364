import { type CaseFilters, type CaseRow, can, searchCases } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { withQueries } from '#lib/api/queries.tsx'
import { colleaguesQuery } from '#lib/backoffice/colleagues.ts'
import { SearchBox } from '#lib/backoffice/search-box.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { office } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { listHref } from '#list/list-address.ts'
import { rememberSealed } from '#list/list-query.ts'
import { caseHref, caseLists } from '../list/case-lists.ts'
import { meaningsOf, type SearchedIn, type TextMeaning } from './quick-search.rules.ts'

/** Finds a case from any page and in any list: by its code or a protocol number, a tax code, a contact, a name, or words of the narrative. */
export const QuickSearch = withQueries(() => {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const search = useSearchAndOpen()
  if (!can('cases', selectedRole)) return null
  const texts = {
    label: t('quickSearch.label'),
    placeholder: t('quickSearch.placeholder'),
    submit: t('quickSearch.submit'),
  }
  return <SearchBox texts={texts} onSearch={search} />
})

/**
 * Searches one place after another. Opens a single result, lists several, and returns the text that names the searched
 * places if there is none.
 */
function useSearchAndOpen() {
  const { t } = useTranslation()
  const go = useGo()
  const queryClient = useQueryClient()
  const list = caseLists.all
  return async (text: string): Promise<string | undefined> => {
    const colleagues = await queryClient.ensureQueryData(colleaguesQuery).catch(() => [])
    const meanings = meaningsOf(text, { tag: office.productTag, colleagues })
    const outcome = await searchAll(meanings)
    if ('missed' in outcome) {
      const places = outcome.missed.map((place) => t(`quickSearch.places.${place}`)).join(', ')
      return t('quickSearch.none', { text: text.trim(), places })
    }
    const [only, ...more] = outcome.rows
    if (only && more.length === 0) {
      go(caseHref(list, only.id))
      return undefined
    }
    const sealedId = rememberSealed(queryClient, list.name, outcome.filters)
    go(listHref(list, { filters: { isEverywhere: true }, sealedId }))
    return undefined
  }
}

type Outcome =
  | { readonly filters: CaseFilters; readonly rows: readonly CaseRow[] }
  | { readonly missed: readonly SearchedIn[] }

/** The result of the first meaning with any result, or the searched places. */
async function searchAll(readings: readonly TextMeaning[]): Promise<Outcome> {
  const missed: SearchedIn[] = []
  const refused: CallError[] = []
  for (const { searchedIn, filters } of readings) {
    const rows = filters ? await firstRows(filters) : []
    if (rows instanceof CallError) refused.push(rows)
    else if (filters && rows.length > 0) return { filters, rows }
    else missed.push(searchedIn)
  }
  const [error] = refused
  // The text is too short for its likeliest meaning, so the search was not the intended one.
  if (error && missed[0] !== readings[0]?.searchedIn) throw error
  return { missed }
}

/** The first cases, or the validation error: a text may be too short for one place and long enough for the next. */
async function firstRows(filters: CaseFilters): Promise<readonly CaseRow[] | CallError> {
  try {
    return (await call(searchCases, { query: { view: 'everywhere' }, body: { from: 1, to: 2, filters } })).rows
  } catch (error) {
    if (error instanceof CallError && error.fieldErrors.length > 0) return error
    throw error
  }
}
