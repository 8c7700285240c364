import { cancelTransfer, getTransferFolders, startTransfer, startTransferCheck } from '@portal/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { runsKey } from './run.queries.ts'

export const transferFoldersQuery = queryOptions({
  queryKey: ['batch', 'transferFolders'],
  queryFn: ({ signal }) => call(getTransferFolders, {}, { signal }),
  meta: { isHandled: true },
})

/** What RUP does with a folder, or with the run in progress on it. */
export type FolderChange = { readonly check: string } | { readonly import: string } | { readonly cancel: number }

export function useFolderChange() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (change: FolderChange) => {
      if ('cancel' in change) return call(cancelTransfer, { body: { id: change.cancel } })
      return 'check' in change
        ? call(startTransferCheck, { body: { name: change.check } })
        : call(startTransfer, { body: { name: change.import } })
    },
    onError: notifyError,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: runsKey })
      return queryClient.invalidateQueries({ queryKey: transferFoldersQuery.queryKey })
    },
  })
}
