import type { EncryptionState } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { encryptionStateQuery, useEncryptionRun } from './encryption.queries.ts'
import { KeyTable } from './key-table.tsx'
import { isOpen } from './run.queries.ts'
import { RunStatus } from './run-status.tsx'
import { StartEncryption } from './start-encryption.tsx'

/** The data keys, what is still plain, and the batch that seals it or moves everything to a newer key. */
export function EncryptionPanel() {
  const { t } = useTranslation()
  const { data: state, isError, isFetching, refetch } = useQuery(encryptionStateQuery)
  const run = useEncryptionRun()
  return (
    <Panel title={t('batchPage.encryption.title')}>
      <p>{t('batchPage.encryption.intro')}</p>
      {isError && !state ? (
        <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
      ) : (
        <div className="stack">
          <PlainRows state={state} />
          <KeyTable keys={state?.keys} />
          <RunStatus run={run} isKnown={state !== undefined} />
          <StartEncryption isRunning={isOpen(run)} isReady={state !== undefined} />
        </div>
      )}
    </Panel>
  )
}

/** As tall while it is read as when it is known. */
function PlainRows({ state }: { state: EncryptionState | undefined }) {
  const { t } = useTranslation()
  if (!state) return <Alert kind="info">{t('site.loading')}</Alert>
  return state.plainRows === 0 ? (
    <Alert kind="success">{t('batchPage.encryption.nothingPlain')}</Alert>
  ) : (
    <Alert kind="warning">{t('batchPage.encryption.plainRows', { count: state.plainRows })}</Alert>
  )
}
