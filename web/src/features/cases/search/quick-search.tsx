import { type CaseFilters, type CaseRow, mayEnter, searchCases } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { withQueries } from '#lib/api/queries.tsx'
import { tellRefusal } from '#lib/api/tell-refusal.ts'
import { colleaguesQuery } from '#lib/backoffice/colleagues.ts'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { useGo } from '#lib/page/navigation.ts'
import { office } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { listHref } from '#list/list-address.ts'
import { rememberSealed } from '#list/list-query.ts'
import { Icon } from '#ui/icon.tsx'
import { caseHref, caseLists } from '../list/case-lists.ts'
import { type Reading, type SearchedIn, soughtBy } from './quick-search.rules.ts'

const quickSearchId = 'quick-search'
const faultId = 'quick-search-fault'

/** Finds a case from any page, in whichever list it stands: by its code or a protocol number, by a tax code, a contact, a name, or words of the narrative. */
export const QuickSearch = withQueries(() => {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const [text, setText] = useState('')
  const [told, setTold] = useState<string>()
  const seek = useSeek()
  if (!mayEnter('cases', selectedRole)) return null
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTold(undefined)
    if (text.trim() !== '') void seek(text).then(setTold).catch(tellAtBox)
  }
  /** What is wrong with the words is told where they were typed. */
  const tellAtBox = (error: Error) => {
    const [fault] = error instanceof CallError ? error.faults : []
    if (fault) setTold(fault.messaggio)
    else tellRefusal(error)
  }
  const handleChange = (next: string) => {
    setText(next)
    setTold(undefined)
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
          aria-invalid={told !== undefined || undefined}
          aria-describedby={told === undefined ? undefined : faultId}
          value={text}
          onChange={(event) => handleChange(event.target.value)}
        />
        <button type="submit" className="btn btn-sm" aria-label={t('quickSearch.submit')}>
          <Icon name="it-search" size="sm" />
        </button>
      </form>
      <div role="alert">
        {told && (
          <p id={faultId} className="quick-search-fault">
            {told}
          </p>
        )}
      </div>
    </search>
  )
})

/**
 * Looks for a text in one place after another. One case that is found is opened, several are listed; where nothing is found,
 * gives the words that say what was searched.
 */
function useSeek() {
  const { t } = useTranslation()
  const go = useGo()
  const queryClient = useQueryClient()
  const list = caseLists.all
  return async (text: string): Promise<string | undefined> => {
    const colleagues = await queryClient.ensureQueryData(colleaguesQuery).catch(() => [])
    const sought = soughtBy(text, { tag: office.productTag, colleagues })
    const outcome = await searchAll(sought)
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

/** What the first meaning finds that finds something, or the places that were searched. */
async function searchAll(readings: readonly Reading[]): Promise<Outcome> {
  const missed: SearchedIn[] = []
  const refused: CallError[] = []
  for (const { searchedIn, filters } of readings) {
    const rows = filters ? await firstRows(filters) : []
    if (rows instanceof CallError) refused.push(rows)
    else if (filters && rows.length > 0) return { filters, rows }
    else missed.push(searchedIn)
  }
  const [fault] = refused
  // Too short for its likeliest meaning, a text was not searched as it was meant.
  if (fault && missed[0] !== readings[0]?.searchedIn) throw fault
  return { missed }
}

/** The first cases, or why a text cannot be searched so: it may be too short for one place and long enough for the next. */
async function firstRows(filters: CaseFilters): Promise<readonly CaseRow[] | CallError> {
  try {
    return (await call(searchCases, { query: { view: 'everywhere' }, body: { from: 1, to: 2, filters } })).rows
  } catch (error) {
    if (error instanceof CallError && error.faults.length > 0) return error
    throw error
  }
}
