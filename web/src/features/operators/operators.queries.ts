import {
  addOperator,
  changeOperator,
  deleteOperator,
  endSessionsOf,
  getOperator,
  type OperatorDetail,
  reassignCases,
} from '@portal/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'

/** An account; one that was deleted comes with a refusal, and is read all the same (specification 2 §8). */
export const operatorQuery = (id: number) =>
  queryOptions({
    queryKey: ['operators', 'detail', id],
    queryFn: async ({ signal }): Promise<OperatorDetail> => {
      try {
        return await call(getOperator, { params: { id } }, { signal })
      } catch (error) {
        if (error instanceof CallError && error.record) return error.record as OperatorDetail
        throw error
      }
    },
    meta: { isHandled: true },
  })

/** Changes an account and invalidates every query of operators. */
function useOperatorChange<V, R>(change: (input: V) => Promise<R>, onDone: (result: R, input: V) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: change,
    onSuccess: (result, input) => {
      // Before the page changes, which may unmount the calling component.
      onDone(result, input)
      void queryClient.invalidateQueries({ queryKey: ['operators', 'list'] })
      void queryClient.invalidateQueries({ queryKey: ['operators', 'detail'] })
      void queryClient.invalidateQueries({ queryKey: ['colleagues'] })
    },
  })
}

type OnDone = () => void

/** Adds an account, or changes the one that the wire names. */
export const useSaveOperator = <W extends object>(isNew: boolean, onDone: (wire: W) => void) =>
  useOperatorChange(
    (wire: W) => (isNew ? call(addOperator, { wire }) : call(changeOperator, { wire })),
    (_saved, wire) => onDone(wire),
  )

export const useDeleteOperator = (id: number, onDone: OnDone) =>
  useOperatorChange(() => call(deleteOperator, { body: { id } }), onDone)

export const useEndSessions = (userId: number, onDone: (count: number) => void) =>
  useOperatorChange(
    () => call(endSessionsOf, { body: { userId } }),
    ({ count }) => onDone(count),
  )

export const useReassignCases = (fromId: number, onDone: (count: number, toIds: readonly number[]) => void) =>
  useOperatorChange(
    (toIds: readonly number[]) => call(reassignCases, { body: { fromId, toIds: [...toIds] } }),
    ({ count }, toIds) => onDone(count, toIds),
  )
