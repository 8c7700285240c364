import {
  cancelAttachmentMigration,
  getAttachmentMigration,
  getFileStores,
  type ListedRun,
  startAttachmentMigration,
} from '@portal/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { notify } from '#lib/page/notices.ts'
import { isOpen, pollMs, runsKey, useRunEnd } from './run.queries.ts'

export const fileStoresQuery = queryOptions({
  queryKey: ['batch', 'fileStores'],
  queryFn: ({ signal }) => call(getFileStores, {}, { signal }),
  meta: { isHandled: true },
})

const migrationRunQuery = queryOptions({
  queryKey: ['batch', 'migration'],
  queryFn: ({ signal }) => call(getAttachmentMigration, {}, { signal }),
  refetchInterval: ({ state }) => isOpen(state.data?.run) && pollMs,
  meta: { isHandled: true },
})

/** The newest migration, polled while it is open; its end is notified, and the files are counted again. */
export function useMigrationRun(): ListedRun | undefined {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const run = useQuery(migrationRunQuery).data?.run
  useRunEnd(run, ({ state, skipped }) => {
    void queryClient.invalidateQueries({ queryKey: fileStoresQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: runsKey })
    if (state === 'cancelled') return
    if (skipped === 0) notify({ kind: 'success', body: t('runsPage.results.attachment_migration') })
    else notify({ kind: 'error', body: t('runsPage.problems.attachment_migration', { count: skipped }) })
  })
  return run
}

/** Starts the migration, or cancels the one with this id. */
export function useMigrationChange() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (cancelledId: number | undefined) =>
      cancelledId === undefined
        ? call(startAttachmentMigration, {})
        : call(cancelAttachmentMigration, { body: { id: cancelledId } }),
    onSuccess: (run) => {
      queryClient.setQueryData(migrationRunQuery.queryKey, { run })
      return queryClient.invalidateQueries({ queryKey: fileStoresQuery.queryKey })
    },
    onError: notifyError,
  })
}
