import { useTranslation } from 'react-i18next'
import { AntivirusLine } from './antivirus-line.tsx'
import { EncryptionPanel } from './encryption-panel.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { UploadPanel } from './upload-panel.tsx'

/** 'Batch': accounts from a file and the jobs that protect the data, for RUP. */
export function BatchPage() {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('batchPage.title')}</h1>
      <div className="stack">
        <AntivirusLine />
        <UploadPanel />
        <EncryptionPanel />
        <RetentionPanel />
      </div>
    </>
  )
}
