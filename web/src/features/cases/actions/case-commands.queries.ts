import {
  type assignCases,
  type BulkOutcome,
  type CaseDetail,
  type CaseRow,
  type CaseStatus,
  changeCaseStatus,
  type closeDuplicates,
  getCaseAt,
  listCaseEvents,
  listOperatorLoads,
  type markMessagesRead,
  type performOnCases,
  type tagCases,
  undoActions,
} from '@portal/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { firstPage, nextPageOf } from '#lib/api/next-page.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { updateSelected } from '#list/list-selection.ts'
import { caseQuery } from '../cases.queries.ts'
import { caseLists } from '../list/case-lists.ts'

/** After a case has changed: stores the returned case, or reads it again, and invalidates every query that depends on it. */
export function useCaseRefresh() {
  const queryClient = useQueryClient()
  return async (id: number, answered?: CaseDetail) => {
    const { queryKey } = caseQuery(id)
    if (answered) {
      queryClient.setQueryData(queryKey, answered)
      const { version, status } = answered
      // A case stays known in the selection of a list after an action.
      updateSelected<CaseRow>(queryClient, caseLists.all.name, { id, version, status })
    }
    await Promise.all([
      ...(answered ? [] : [queryClient.invalidateQueries({ queryKey })]),
      queryClient.invalidateQueries({ queryKey: ['cases', 'events', id] }),
      queryClient.invalidateQueries({ queryKey: ['cases', 'list'] }),
      queryClient.invalidateQueries({ queryKey: ['cases', 'messages', id] }),
    ])
  }
}

/** The history of a case, newest first, ten entries at a time. */
export const caseEventsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['cases', 'events', id],
    queryFn: ({ pageParam, signal }) => call(listCaseEvents, { params: { id }, query: pageParam }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPageOf,
    meta: { isHandled: true },
  })

/** The newest entry that led a case to a status. */
export const caseReachedQuery = (id: number, reached: CaseStatus) =>
  queryOptions({
    queryKey: ['cases', 'events', id, reached],
    queryFn: async ({ signal }) => {
      const query = { from: 1, to: 1, filters: { reached } }
      const { rows } = await call(listCaseEvents, { params: { id }, query }, { signal })
      return rows[0] ?? null
    },
    meta: { isHandled: true },
  })

/** A case as it was after an entry of its history. */
export const caseAtQuery = (id: number, eventId: number) =>
  queryOptions({
    queryKey: ['cases', 'at', id, eventId],
    queryFn: ({ signal }) => call(getCaseAt, { params: { id }, query: { eventId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isHandled: true },
  })

/** Does an action to a case; the wire names both. */
export const doAction = (wire: object): Promise<CaseDetail> => call(changeCaseStatus, { wire })

/** The operators that cases may be assigned to, each with their open and late cases. */
export const operatorLoadsQuery = queryOptions({
  queryKey: ['cases', 'loads'],
  queryFn: ({ signal }) => call(listOperatorLoads, {}, { signal }),
  meta: { isHandled: true },
})

/** Takes back the last action on several cases; returns the outcome of each. */
export function useUndoCases(onDone: (outcomes: readonly BulkOutcome[]) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (cases: readonly { id: number; version: number }[]) =>
      call(undoActions, { body: { cases: [...cases] } }),
    onSuccess: ({ rows }) => {
      onDone(rows)
      void queryClient.invalidateQueries({ queryKey: ['cases'] })
    },
    onError: notifyError,
  })
}

/** The calls that change several cases. */
type BulkEndpoint =
  | typeof assignCases
  | typeof tagCases
  | typeof performOnCases
  | typeof closeDuplicates
  | typeof markMessagesRead
type BodyOf<E extends BulkEndpoint> = Extract<Parameters<typeof call<E>>[1], { body: unknown }>['body']

/** Changes several cases and invalidates every query of cases. */
export function useChangeCases<E extends BulkEndpoint>(
  endpoint: E,
  onDone: (outcomes: readonly BulkOutcome[]) => void,
  onError?: (error: Error) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    // The input of an endpoint that is a parameter cannot be resolved; `BodyOf` is its body.
    mutationFn: (body: BodyOf<E>) => call(endpoint as BulkEndpoint, { body } as never),
    onSuccess: ({ rows }) => {
      onDone(rows)
      void queryClient.invalidateQueries({ queryKey: ['cases'] })
    },
    ...(onError && { onError }),
  })
}
