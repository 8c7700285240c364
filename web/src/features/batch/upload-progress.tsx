import type { UploadRun } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { FaultTable } from './fault-table.tsx'
import { isOpen } from './run.queries.ts'

/** How far the newest upload is, or how it ended. */
export function UploadProgress({ run }: { run: UploadRun | undefined }) {
  const { t } = useTranslation()
  if (!run) return null
  const { total, done, finishedAt, faults } = run
  if (isOpen(run))
    return (
      <div className="run-status">
        <Progress label={t('batchPage.upload.progress')} percent={total === 0 ? 100 : (done / total) * 100} />
        <p>{t('batchPage.upload.progressRows', { done, total })}</p>
      </div>
    )
  const isGood = faults.length === 0
  return (
    <>
      <Alert kind={isGood ? 'success' : 'danger'} title={t(`batchPage.upload.${isGood ? 'done' : 'failed'}`)}>
        <p>
          {t('batchPage.upload.last')} {finishedAt && <ShowInstant instant={finishedAt} />}
          {isGood && ` – ${t('batchPage.upload.loaded', { count: done })}`}
        </p>
      </Alert>
      <FaultTable faults={faults} />
    </>
  )
}
