import { assignCases, type CaseFilters, type listCases, listOperatorLoads, searchCases } from '@portal/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { rowsAt } from '#lib/list/list-place.ts'
import type { CaseListSearch } from './case-list-search.ts'
import type { CaseList } from './case-lists.ts'
import { orderingsOf } from './case-sort.ts'

type Asked = Parameters<typeof call<typeof listCases>>[1]['query']

type Looked = Pick<CaseListSearch, 'filters' | 'isEverywhere'>

/** Asks for part of a list; by POST as soon as something is looked for that must not stand in an address, or in all lists. */
function askList(
  list: CaseList,
  asked: Asked,
  { filters: chosen, isEverywhere }: Looked,
  sealed: CaseFilters | undefined,
  signal: AbortSignal,
) {
  const { usualStatuses } = list
  const filters = usualStatuses && !chosen.statuses ? { ...chosen, statuses: [...usualStatuses] } : chosen
  const isNarrowed = Object.keys(filters).length > 0
  if (!(sealed || isEverywhere))
    return call(list.endpoint, { query: { ...asked, ...(isNarrowed && { filters }) } }, { signal })
  const view = isEverywhere ? 'everywhere' : list.view
  return call(searchCases, { query: { view }, body: { ...asked, filters: { ...filters, ...sealed } } }, { signal })
}

/** A page of a list. */
export const caseListQuery = (list: CaseList, search: CaseListSearch, sealed: CaseFilters | undefined) =>
  queryOptions({
    // A search that is asked for once more has a new name, and is asked for anew.
    queryKey: ['cases', 'list', list.view, search, sealed],
    queryFn: ({ signal }) => {
      const asked = { ...rowsAt(search, search.size), orderings: orderingsOf(search.sort) }
      return askList(list, asked, search, sealed, signal)
    },
    placeholderData: keepPreviousData,
    meta: { isHandled: true },
  })

/** How many cases a list has, however many. */
export const caseCountQuery = (
  list: CaseList,
  { filters, isEverywhere }: CaseListSearch,
  sealed: CaseFilters | undefined,
) =>
  queryOptions({
    queryKey: ['cases', 'list', list.view, 'count', isEverywhere, filters, sealed] as readonly unknown[],
    queryFn: async ({ signal }) =>
      (await askList(list, { from: 1, to: 1, isExact: true }, { filters, isEverywhere }, sealed, signal)).count,
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
