import { type CaseFilters, limits, mayEnter, searchCases } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/call.ts'
import { CallError } from '#lib/call-error.ts'
import { useUser } from '#lib/current-user.ts'
import { useGo } from '#lib/navigation.ts'
import { office } from '#lib/page-settings.ts'
import { withQueries } from '#lib/queries.tsx'
import { tellRefusal } from '#lib/tell-refusal.ts'
import { Icon } from '#ui/icon.tsx'
import { caseHref } from './case-columns.tsx'
import { listHref } from './case-list-search.ts'
import { caseLists } from './case-lists.ts'
import { type Sought, soughtBy } from './quick-search.rules.ts'
import { rememberWords } from './searched-words.ts'

export const quickSearchId = 'quick-search'
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
    const sought = soughtBy(text, office.productTag)
    setTold(undefined)
    if (sought) void seek(sought).catch(tellAtBox)
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

/** A code leads to its case; anything else to the list of what was found, or to the one case that was. */
function useSeek() {
  const go = useGo()
  const queryClient = useQueryClient()
  const list = caseLists.all
  const find = async (filters: CaseFilters) =>
    (await call(searchCases, { query: { view: 'everywhere' }, body: { from: 1, to: 2, filters } })).rows
  return async ({ filters, otherwise }: Sought) => {
    const rows = await find(filters)
    const wanted = rows.length === 0 && otherwise ? otherwise : filters
    const [only, ...more] = wanted === filters ? rows : await find(wanted)
    if (only && more.length === 0) return go(caseHref(list, only.id))
    const sealedId = rememberWords(queryClient, wanted)
    go(listHref(list, { filters: {}, isEverywhere: true, sealedId, size: limits.page.rows }))
  }
}
