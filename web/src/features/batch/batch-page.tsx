import { useTranslation } from 'react-i18next'
import { EncryptionPanel } from './encryption-panel.tsx'
import { RetentionPanel } from './retention-panel.tsx'

/** 'Batch': the jobs that protect the data, for RUP. */
export function BatchPage() {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('batchPage.title')}</h1>
      <div className="stack">
        <EncryptionPanel />
        <RetentionPanel />
      </div>
    </>
  )
}
