import { useSearch } from '@tanstack/react-router'
import { focusById } from '#ui/focus-by-id.ts'
import { filterValue, fixedFilters, shownKeys } from './filters/filter.ts'
import { type FilteredPage, listTitleId } from './list.ts'
import { readListState } from './list-address.ts'
import { useRememberedSealed } from './list-query.ts'
import { type FiltersOnShow, useFilterForm, useNarrow } from './use-filter-form.ts'

/** The filters of a page: the form in which they are typed, and the ways to narrow it by others. */
export function useNarrowing<F extends object>(page: FilteredPage<F>, shown: FiltersOnShow<F>) {
  const form = useFilterForm(page, shown)
  const narrow = useNarrow(page, shown.state)
  const narrowFromList = (left: object) => {
    narrow(left as F)
    // What was pressed goes with the filter.
    focusById(listTitleId)
  }
  const filterCount = shownKeys(page).filter((key) => filterValue(shown.filters, key) !== undefined).length
  return {
    form,
    filterCount,
    isFiltered: filterCount > 0,
    /** From a field, which stays. */
    narrow: (left: object) => narrow(left as F),
    /** From a chip or a button, which goes with what it takes away. */
    narrowFromList,
    reset: () => narrowFromList(fixedFilters(page, shown.filters)),
  }
}

/** What the address of a page with filters says, and what no address contains. Lists have `useList`. */
export function useFilteredPage<F extends object>(page: FilteredPage<F>) {
  const state = readListState(page, useSearch({ strict: false }))
  const sealed = useRememberedSealed<F>(page.name, state.sealedId)
  return {
    state,
    filters: { ...state.filters, ...sealed } as F,
    /** The address names words that this tab does not remember any more. */
    isForgotten: state.sealedId !== undefined && sealed === undefined,
  }
}
