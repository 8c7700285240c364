import { type CaseFilterKey, type CaseFilters, caseFilterNames } from '@portal/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { faultAt } from '#lib/api/fault-at.ts'
import { remember, remembered } from '#lib/drafts/session-memory.ts'

const place = ['cases', 'words']

/** Remembers what is looked for in what people told: names, contacts, birth dates, words. The address carries its name only. */
export const rememberWords = (queryClient: QueryClient, words: CaseFilters): string =>
  remember(queryClient, place, words)

/** What an address names; undefined where there is nothing, or nothing any more. */
export const searchedWords = (queryClient: QueryClient, id: string | undefined) =>
  remembered<CaseFilters>(queryClient, place, id)
export const useSearchedWords = (id: string | undefined) => searchedWords(useQueryClient(), id)

export interface ToldFault {
  readonly key: CaseFilterKey
  readonly text: string
}

/** What the server says of the filters when it did not search with them. */
export const filterFaults = (error: Error | null): ToldFault[] =>
  (Object.keys(caseFilterNames) as CaseFilterKey[]).flatMap((key) => {
    const text = faultAt(error, `filtri.${caseFilterNames[key]}`)
    return text === undefined ? [] : [{ key, text }]
  })
