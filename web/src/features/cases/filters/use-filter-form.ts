import type { CaseFilterKey, CaseFilters } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '#lib/page/navigation.ts'
import { type CaseListSearch, listHref } from '../list/case-list-search.ts'
import type { CaseList } from '../list/case-lists.ts'
import {
  draftOf,
  type FilterDraft,
  type FilterFault,
  faultsOf,
  filtersOf,
  parted,
  withAnswer,
} from './case-filter-draft.ts'
import { filterFaults, rememberWords, type ToldFault } from './searched-words.ts'

/** Goes to the first page of what other filters leave; what must not stand in an address is remembered. */
export function useNarrow(list: CaseList, search: CaseListSearch) {
  const go = useGo()
  const queryClient = useQueryClient()
  return (filters: CaseFilters, isEverywhere = search.isEverywhere ?? false) => {
    const { clear, sealed } = parted(filters)
    const sealedId = sealed && rememberWords(queryClient, sealed)
    go(listHref(list, { ...search, filters: clear, isEverywhere: isEverywhere || undefined, sealedId }))
  }
}

export interface FilterForm {
  readonly draft: FilterDraft
  /** What is wrong, found here or told by the server. */
  readonly faults: readonly ToldFault[]
  /** Tells one attempt from the next. */
  readonly attempt: number | Error | null
  readonly answer: (key: CaseFilterKey, text: string) => void
  /** Whether the filters were sound, and the list goes to what they leave. */
  readonly submit: () => boolean
}

/** The filters as they are typed; `filters` are those of the list on show, `error` is why it could not be read. */
export function useFilterForm(
  list: CaseList,
  search: CaseListSearch,
  filters: CaseFilters,
  error: Error | null,
): FilterForm {
  const { t } = useTranslation()
  const narrow = useNarrow(list, search)
  const { draft, found, setDraft, setFound } = useDraft(search, filters)
  const [attempt, setAttempt] = useState(0)
  const told = found.map(({ key, message }) => ({ key, text: t(`messages.${message}`) }))
  return {
    draft,
    faults: told.length > 0 ? told : filterFaults(error),
    attempt: told.length > 0 ? attempt : error,
    answer: (key, text) => setDraft(withAnswer(draft, key, text)),
    submit: () => {
      const wrong = faultsOf(draft)
      setFound(wrong)
      setAttempt(attempt + 1)
      if (wrong.length > 0) return false
      narrow(filtersOf(draft))
      return true
    },
  }
}

interface Typed {
  readonly shown: string
  readonly draft: FilterDraft
  /** What was found wrong with it when it was last tried. */
  readonly found: readonly FilterFault[]
}

/** What stands in the fields: the filters on show, until somebody types others or the list on show changes. */
function useDraft({ sealedId }: CaseListSearch, filters: CaseFilters) {
  const shown = JSON.stringify([sealedId, filters])
  const fresh: Typed = { shown, draft: draftOf(filters), found: [] }
  const [state, setState] = useState(fresh)
  if (state.shown !== shown) setState(fresh)
  const { draft, found } = state
  return {
    draft,
    found,
    setDraft: (typed: FilterDraft) => setState({ shown, draft: typed, found }),
    setFound: (wrong: readonly FilterFault[]) => setState({ shown, draft, found: wrong }),
  }
}
