import { getUploadRun, uploadUsers } from '@portal/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { notifyUnlessAt } from '#lib/api/notify-error.ts'
import { notify } from '#lib/page/notices.ts'
import { isOpen, pollMs, useRunEnd } from './run.queries.ts'

/** The fields of the upload on the wire, which the server's errors point to. */
export const uploadFields = ['contenuto', 'nome_file'] as const

const uploadRunQuery = queryOptions({
  queryKey: ['batch', 'upload'],
  queryFn: ({ signal }) => call(getUploadRun, {}, { signal }),
  refetchInterval: ({ state }) => isOpen(state.data?.run) && pollMs,
  meta: { isHandled: true },
})

export interface ReadFile {
  readonly fileName: string
  /** Base64. */
  readonly content: string
}

/** The newest upload, followed for as long as it runs, and the ways to try a file and to load it. */
export function useUpload() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const run = useQuery(uploadRunQuery).data?.run
  const started = useRunEnd(run, ({ errors }) => {
    const isGood = errors.length === 0
    notify({ kind: isGood ? 'success' : 'error', body: t(`batchPage.upload.${isGood ? 'done' : 'failed'}`) })
    void queryClient.invalidateQueries({ queryKey: ['operators'] })
    void queryClient.invalidateQueries({ queryKey: ['colleagues'] })
  })
  const send = useMutation({
    meta: { isHandled: true },
    mutationFn: (input: ReadFile & { isDryRun: boolean }) => call(uploadUsers, { body: input }),
    onSuccess: ({ run: begun }) => {
      if (!begun) return
      started.current = begun.id
      queryClient.setQueryData(uploadRunQuery.queryKey, { run: begun })
    },
    onError: notifyUnlessAt(uploadFields),
  })
  return { run, send }
}
