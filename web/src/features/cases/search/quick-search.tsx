import { type CaseFilters, type CaseRow, can, searchCases } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { withQueries } from '#lib/api/queries.tsx'
import { colleaguesQuery } from '#lib/backoffice/colleagues.ts'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { useGo } from '#lib/page/navigation.ts'
import { office } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { listHref } from '#list/list-address.ts'
import { rememberSealed } from '#list/list-query.ts'
import { Icon } from '#ui/icon.tsx'
import { caseHref, caseLists } from '../list/case-lists.ts'
import { meaningsOf, type SearchedIn, type TextMeaning } from './quick-search.rules.ts'

const quickSearchId = 'quick-search'
const errorId = 'quick-search-fault'

/** Finds a case from any page and in any list: by its code or a protocol number, a tax code, a contact, a name, or words of the narrative. */
export const QuickSearch = withQueries(() => {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const [text, setText] = useState('')
  const [message, setMessage] = useState<string>()
  const search = useSearchAndOpen()
  if (!can('cases', selectedRole)) return null
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setMessage(undefined)
    if (text.trim() !== '') void search(text).then(setMessage).catch(showAtField)
  }
  /** Shows an error about the text at the field. */
  const showAtField = (error: Error) => {
    const [fieldError] = error instanceof CallError ? error.fieldErrors : []
    if (fieldError) setMessage(fieldError.messaggio)
    else notifyError(error)
  }
  const handleChange = (next: string) => {
    setText(next)
    setMessage(undefined)
  }
  return (
    <search className="quick-search">
      <form onSubmit={handleSubmit}>
        <label htmlFor={quickSearchId} className="visually-hidden">
          {t('quickSearch.label')}
        </label>
        <input
          {...shortcut('search')}
          id={quickSearchId}
          type="search"
          className="form-control form-control-sm"
          placeholder={t('quickSearch.placeholder')}
          autoComplete="off"
          maxLength={200}
          dir="auto"
          aria-invalid={message !== undefined || undefined}
          aria-describedby={message === undefined ? undefined : errorId}
          value={text}
          onChange={(event) => handleChange(event.target.value)}
        />
        <button type="submit" className="btn btn-sm" aria-label={t('quickSearch.submit')}>
          <Icon name="it-search" size="sm" />
        </button>
      </form>
      <div role="alert">
        {message && (
          <p id={errorId} className="quick-search-fault">
            {message}
          </p>
        )}
      </div>
    </search>
  )
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
