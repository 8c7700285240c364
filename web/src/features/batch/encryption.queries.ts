import { type EncryptionRun, getEncryptionRun, getEncryptionState, retireKey, startEncryption } from '@portal/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { notify } from '#lib/page/notices.ts'
import { isOpen, pollMs, useRunEnd } from './run.queries.ts'

export const encryptionStateQuery = queryOptions({
  queryKey: ['batch', 'encryption'],
  queryFn: ({ signal }) => call(getEncryptionState, {}, { signal }),
  meta: { isHandled: true },
})

const encryptionRunQuery = queryOptions({
  queryKey: ['batch', 'run'],
  queryFn: ({ signal }) => call(getEncryptionRun, {}, { signal }),
  refetchInterval: ({ state }) => isOpen(state.data?.run) && pollMs,
  meta: { isHandled: true },
})

/** The newest run, polled while it is open; its end is notified, and the keys are counted again. */
export function useEncryptionRun(): EncryptionRun | undefined {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const run = useQuery(encryptionRunQuery).data?.run
  useRunEnd(run, ({ damaged }) => {
    void queryClient.invalidateQueries({ queryKey: encryptionStateQuery.queryKey })
    if (damaged === 0) notify({ kind: 'success', body: t('batchPage.encryption.done') })
    else notify({ kind: 'error', body: t('batchPage.encryption.doneDamaged', { count: damaged }) })
  })
  return run
}

export function useStartEncryption() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (withNewKey: boolean) => call(startEncryption, { body: { withNewKey } }),
    onSuccess: (run) => {
      queryClient.setQueryData(encryptionRunQuery.queryKey, { run })
      return queryClient.invalidateQueries({ queryKey: encryptionStateQuery.queryKey })
    },
    onError: notifyError,
  })
}

export function useRetireKey() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (id: number) => call(retireKey, { body: { id } }),
    onSuccess: (state, id) => {
      queryClient.setQueryData(encryptionStateQuery.queryKey, state)
      notify({ kind: 'success', body: t('batchPage.keys.retired', { id }) })
    },
    onError: (error) => {
      notifyError(error)
      // What was on show was out of date.
      return queryClient.invalidateQueries({ queryKey: encryptionStateQuery.queryKey })
    },
  })
}
