import {
  approveRights,
  getRights,
  getRightsStatus,
  limits,
  listRights,
  type RightsDetail,
  refuseRights,
  requestRights,
} from '@portal/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#lib/api/call.ts'
import { notifyUnlessAt } from '#lib/api/notify-error.ts'
import { badgesQuery } from '#lib/backoffice/badges.ts'

/** The fields of the forms in their order, with their names on the wire, which the server's errors point to. */
export const rightsFields = {
  kind: 'tipo',
  taxCode: 'codice_fiscale',
  reportCode: 'codice',
  pin: 'pin',
  reason: 'motivo',
} as const

/** Milliseconds. */
const pollMs = 3000

/** The requests that the user may decide, as many as a page of a list can have. */
export const decidableRightsQuery = queryOptions({
  queryKey: ['rights', 'list', 'decidable'],
  queryFn: ({ signal }) =>
    call(listRights, { query: { from: 1, to: limits.page.maxRows, filters: { isDecidable: true } } }, { signal }),
  meta: { isHandled: true },
})

export const rightsQuery = (id: number) =>
  queryOptions({
    queryKey: ['rights', 'detail', id],
    queryFn: ({ signal }) => call(getRights, { params: { id } }, { signal }),
    meta: { isHandled: true },
  })

/** Polls the run that the approval of a request started; when it ends, reads the request again. */
export function useFollowedRights(request: RightsDetail | undefined) {
  const queryClient = useQueryClient()
  const id = request?.id ?? 0
  const isUnderWay = request?.status === 'approved'
  const { data } = useQuery({
    queryKey: ['rights', 'status', id],
    queryFn: ({ signal }) => call(getRightsStatus, { params: { id } }, { signal }),
    enabled: isUnderWay,
    refetchInterval: pollMs,
    meta: { isHandled: true },
  })
  const isOver = isUnderWay && data !== undefined && data.status !== 'approved'
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: rightsQuery(id).queryKey })
  }, [isOver, queryClient, id])
}

/** Changes a request, and keeps what the server answers of it. `wire` has the names of the wire: the server judges it. */
function useRightsChange(
  change: (wire: object) => Promise<RightsDetail>,
  onDone: (detail: RightsDetail) => void,
  onError?: (error: Error) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: change,
    onSuccess: (detail) => {
      // Before the page changes, which may unmount the calling component.
      onDone(detail)
      queryClient.setQueryData(rightsQuery(detail.id).queryKey, detail)
      void queryClient.invalidateQueries({ queryKey: ['rights', 'list'] })
      void queryClient.invalidateQueries({ queryKey: badgesQuery.queryKey })
    },
    ...(onError && { onError }),
  })
}

type OnDone = (detail: RightsDetail) => void

/** Enters a request; an error that no field of it shows is reported in a toast. */
export const useRequestRights = (onDone: OnDone) =>
  useRightsChange((wire) => call(requestRights, { wire }), onDone, notifyUnlessAt(Object.values(rightsFields)))

export const useApproveRights = (id: number, onDone: OnDone) =>
  useRightsChange((wire) => call(approveRights, { params: { id }, wire }), onDone)

export const useRefuseRights = (id: number, onDone: OnDone) =>
  useRightsChange((wire) => call(refuseRights, { params: { id }, wire }), onDone)
