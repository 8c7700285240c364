import { assignCases, listOperatorLoads } from '@portal/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'

/** The operators that cases may be assigned to, each with their open and late cases. */
export const operatorLoadsQuery = queryOptions({
  queryKey: ['cases', 'loads'],
  queryFn: ({ signal }) => call(listOperatorLoads, {}, { signal }),
  meta: { isHandled: true },
})

type Assignment = Parameters<typeof call<typeof assignCases>>[1]
export type AssignOutcome = Awaited<ReturnType<typeof call<typeof assignCases>>>['rows'][number]

/** Assigns several cases and invalidates every query of cases. */
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
