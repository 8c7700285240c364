import {
  type AssociationDetail,
  actOnAssociation,
  getAssociation,
  getAssociationAt,
  getRegisterQueue,
  listAssociationEvents,
  listAssociationLetters,
  type RegisterTab,
} from '@portal/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { readLocked } from '#lib/api/locked-record.ts'
import { firstPage, nextPageOf } from '#lib/api/next-page.ts'

export const associationQuery = (id: number) =>
  queryOptions({
    queryKey: ['associations', 'detail', id],
    queryFn: ({ signal }) => readLocked<AssociationDetail>(call(getAssociation, { params: { id } }, { signal })),
    meta: { isHandled: true },
  })

/** A part of what waits in the register; what makes its lists outdated makes it outdated too. */
export const registerQueueQuery = (tab: RegisterTab) =>
  queryOptions({
    queryKey: ['associations', 'list', 'queue', tab],
    queryFn: ({ signal }) => call(getRegisterQueue, { query: { tab } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isHandled: true },
  })

/** An association as it was after an entry of its history. */
export const associationAtQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['associations', 'at', eventId],
    queryFn: ({ signal }) => call(getAssociationAt, { params: { id: eventId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isHandled: true },
  })

/** The history of an association, newest first. */
export const associationEventsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['associations', 'events', id],
    queryFn: ({ pageParam, signal }) => call(listAssociationEvents, { params: { id }, query: pageParam }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPageOf,
    meta: { isHandled: true },
  })

/** The letters that the portal sent to an association, newest first. */
export const associationLettersQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['associations', 'letters', id],
    queryFn: ({ pageParam, signal }) => call(listAssociationLetters, { params: { id }, query: pageParam }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPageOf,
    meta: { isHandled: true },
  })

/** Performs an action on an association; the wire names both. */
export const actOn = (wire: object): Promise<AssociationDetail> => call(actOnAssociation, { wire })

/** After an association has changed: stores the returned record, or reads it again, and all that depends on it. */
export function useAssociationRefresh() {
  const queryClient = useQueryClient()
  return async (id: number, answered?: AssociationDetail) => {
    const { queryKey } = associationQuery(id)
    if (answered) queryClient.setQueryData(queryKey, answered)
    await Promise.all([
      ...(answered ? [] : [queryClient.invalidateQueries({ queryKey })]),
      ...[['events', id], ['letters', id], ['list'], ['counts']].map((part) =>
        queryClient.invalidateQueries({ queryKey: ['associations', ...part] }),
      ),
    ])
  }
}
