import { assignCases, listOperatorLoads } from '@portal/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'

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
