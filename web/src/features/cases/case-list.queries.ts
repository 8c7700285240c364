import { assignCases, type CaseFilters, listOperatorLoads, searchCases } from '@portal/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/call.ts'
import { rowsAt } from '#lib/list-place.ts'
import type { CaseListSearch } from './case-list-search.ts'
import type { CaseList } from './case-lists.ts'
import { orderingsOf } from './case-sort.ts'

/** A page of a list; by POST as soon as something is looked for that must not stand in an address. */
export const caseListQuery = (list: CaseList, search: CaseListSearch, sealed: CaseFilters | undefined) =>
  queryOptions({
    // A search that is asked for once more has a new name, and is asked for anew.
    queryKey: ['cases', 'list', list.view, search, sealed],
    queryFn: ({ signal }) => {
      const { filters } = search
      const isNarrowed = Object.keys(filters).length > 0
      const asked = { ...rowsAt(search, search.size), orderings: orderingsOf(search.sort) }
      if (!sealed) return call(list.endpoint, { query: { ...asked, ...(isNarrowed && { filters }) } }, { signal })
      return call(
        searchCases,
        { query: { view: list.view }, body: { ...asked, filters: { ...filters, ...sealed } } },
        { signal },
      )
    },
    placeholderData: keepPreviousData,
    meta: { isHandled: true },
  })

/** Who cases may be assigned to, with what each of them has open and late. */
export const operatorLoadsQuery = queryOptions({
  queryKey: ['cases', 'loads'],
  queryFn: ({ signal }) => call(listOperatorLoads, {}, { signal }),
  meta: { isHandled: true },
})

type Assignment = Parameters<typeof call<typeof assignCases>>[1]
export type AssignOutcome = Awaited<ReturnType<typeof call<typeof assignCases>>>['rows'][number]

/** Assigns several cases; whatever was read of cases is read anew. */
export function useAssignCases(onDone: (outcomes: readonly AssignOutcome[]) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (assignment: Assignment) => call(assignCases, assignment),
    onSuccess: ({ rows }) => {
      onDone(rows)
      void queryClient.invalidateQueries({ queryKey: ['cases'] })
    },
  })
}
