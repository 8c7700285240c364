import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { faultAt } from '#lib/api/fault-at.ts'
import { useSearchedWords } from '../filters/searched-words.ts'
import { caseListQuery } from './case-list.queries.ts'
import { type CaseListSearch, furtherHrefs, hereHref } from './case-list-search.ts'
import type { CaseList } from './case-lists.ts'
import { rememberTrail } from './list-trail.ts'

/** The page of a list that an address asks for. A list that is too long to be sorted so is shown in the office's order. */
export function useCaseList(list: CaseList, search: CaseListSearch) {
  const words = useSearchedWords(search.sealedId)
  const asked = useQuery(caseListQuery(list, search, words))
  const sortRefusal = faultAt(asked.error, 'ordinamenti')
  const inOfficeOrder = { ...search, sort: undefined, page: 1, after: undefined, before: undefined }
  const unsorted = useQuery({ ...caseListQuery(list, inOfficeOrder, words), enabled: sortRefusal !== undefined })
  const { data: page, error, isFetching, isPlaceholderData, refetch } = sortRefusal === undefined ? asked : unsorted
  const shown: CaseListSearch = sortRefusal === undefined ? search : inOfficeOrder
  const href = hereHref(list, shown)
  // While the next rows come, those before them are still there to be opened; only what follows them is not known.
  const { previous, next } = page && !isPlaceholderData ? furtherHrefs(list, shown, page) : {}
  useEffect(() => {
    if (!page) return
    const ids = page.rows.map(({ id }) => id)
    rememberTrail(list.view, { href, ids }, { previous, next })
  }, [list, page, href, previous, next])
  return {
    /** What is looked for in what people told; none where the address names something that is forgotten. */
    words,
    /** Why the list is not sorted as asked. */
    sortRefusal,
    search: shown,
    page,
    error,
    isRefreshing: isPlaceholderData,
    isFetching,
    refetch,
  }
}
export type ShownList = ReturnType<typeof useCaseList>
