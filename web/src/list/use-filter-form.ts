import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorText } from '#lib/api/field-errors.ts'
import { useGo } from '#lib/page/navigation.ts'
import { useRawSearch } from '#lib/page/site-search.ts'
import { focusById } from '#ui/focus-by-id.ts'
import {
  type FilterSet,
  filterAt,
  filterFieldId,
  filterKeys,
  filterValue,
  fixedFilters,
  shownKeys,
} from './filters/filter.ts'
import {
  draftOf,
  errorsOf,
  type FilterDraft,
  filtersOf,
  type InvalidFilter,
  partedFilters,
  withAnswer,
} from './filters/filter-draft.ts'
import { type FilteredPage, type ListState, listTitleId } from './list.ts'
import { listHref, readListState } from './list-address.ts'
import { rememberSealed, useRememberedSealed } from './list-query.ts'

/** Goes to the first page of what other filters leave; what must not stand in an address is remembered. */
function useNarrow<F extends object>(page: FilteredPage<F>, state: ListState<F>) {
  const go = useGo()
  const queryClient = useQueryClient()
  return (filters: F) => {
    const { clear, sealed } = partedFilters(page, filters)
    const sealedId = sealed && rememberSealed(queryClient, page.name, sealed)
    go(listHref(page, { ...state, filters: clear, sealedId }))
  }
}

/** What is wrong with a filter, in words. */
export interface FilterError {
  readonly key: string
  readonly text: string
}

/** What the server says of the filters when it did not search with them. */
export const serverErrors = (set: FilterSet, error: Error | null): FilterError[] =>
  filterKeys(set).flatMap((key) => {
    const text = fieldErrorText(error, `filtri.${filterAt(set, key).wire}`)
    return text === undefined ? [] : [{ key, text }]
  })

export interface FilterField {
  readonly id: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

export interface FilterForm {
  readonly draft: FilterDraft
  /** What is wrong, found here or said by the server. */
  readonly errors: readonly FilterError[]
  /** Tells one attempt from the next. */
  readonly attempt: number | Error | null
  readonly answer: (key: string, text: string) => void
  /** What a field of a filter needs beside its label. */
  readonly field: (key: string) => FilterField
  /** Whether the filters were sound, and the list goes to what they leave. */
  readonly submit: () => boolean
  /** Empties the fields and goes to the whole list. */
  readonly reset: () => void
}

/** What is on show: the filters of the address and those that no address contains, and why they were refused. */
export interface ShownFilters<F> {
  readonly state: ListState<F>
  readonly filters: F
  readonly error: Error | null
}

/** The filters as they are typed, of the page on show. */
export function useFilterForm<F extends object>(
  list: FilteredPage<F>,
  { state, filters, error }: ShownFilters<F>,
): FilterForm {
  const { t } = useTranslation()
  const narrow = useNarrow(list, state)
  const { draft, errors, setDraft, setErrors, clear } = useDraft(list, state.sealedId, filters)
  const [attempt, setAttempt] = useState(0)
  const found = errors.map(({ key, message }) => ({ key, text: t(`messages.${message}`) }))
  const shown = found.length > 0 ? found : serverErrors(list, error)
  const answer = (key: string, text: string) => setDraft(withAnswer(list, draft, key, text))
  return {
    draft,
    errors: shown,
    attempt: found.length > 0 ? attempt : error,
    answer,
    field: (key) => ({
      id: filterFieldId(key),
      value: draft[key] ?? '',
      error: shown.find((one) => one.key === key)?.text,
      onChange: (text) => answer(key, text),
    }),
    submit: () => {
      const wrong = errorsOf(list, draft)
      setErrors(wrong)
      setAttempt(attempt + 1)
      if (wrong.length === 0) narrow(filtersOf(list, draft) as F)
      return wrong.length === 0
    },
    reset: () => {
      clear()
      narrow(fixedFilters(list, filters) as F)
    },
  }
}

interface Typed {
  readonly shown: string
  readonly draft: FilterDraft
  /** What was wrong with it when it was last tried. */
  readonly errors: readonly InvalidFilter[]
}

/** What stands in the fields: the filters on show, until somebody types others or the list on show changes. */
function useDraft(set: FilterSet, sealedId: string | undefined, filters: object) {
  const shown = JSON.stringify([sealedId, filters])
  const fresh: Typed = { shown, draft: draftOf(set, filters), errors: [] }
  const [state, setState] = useState(fresh)
  if (state.shown !== shown) setState(fresh)
  const { draft, errors } = state
  return {
    draft,
    errors,
    setDraft: (typed: FilterDraft) => setState({ shown, draft: typed, errors }),
    setErrors: (wrong: readonly InvalidFilter[]) => setState({ shown, draft, errors: wrong }),
    clear: () => setState({ shown, draft: {}, errors: [] }),
  }
}

/** The filters of a page: the form in which they are typed, and the ways to narrow it by others. */
export function useNarrowing<F extends object>(page: FilteredPage<F>, shown: ShownFilters<F>) {
  const form = useFilterForm(page, shown)
  const narrow = useNarrow(page, shown.state)
  const narrowFromList = (left: object) => {
    narrow(left as F)
    // What was pressed goes with the filter.
    focusById(listTitleId)
  }
  return {
    form,
    isFiltered: shownKeys(page).some((key) => filterValue(shown.filters, key) !== undefined),
    /** From a field, which stays. */
    narrow: (left: object) => narrow(left as F),
    /** From a chip or a button, which goes with what it takes away. */
    narrowFromList,
    reset: () => narrowFromList(fixedFilters(page, shown.filters)),
  }
}

/** What the address of a page with filters says, and what no address contains. Lists have `useList`. */
export function useFilteredPage<F extends object>(page: FilteredPage<F>) {
  const state = readListState(page, useRawSearch())
  const sealed = useRememberedSealed<F>(page.name, state.sealedId)
  return {
    state,
    filters: { ...state.filters, ...sealed } as F,
    /** The address names words that this tab does not remember any more. */
    isForgotten: state.sealedId !== undefined && sealed === undefined,
  }
}
