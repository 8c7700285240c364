import type { ListedRun } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#lib/i18n/format.tsx'
import { formatBytes } from '#lib/i18n/format-bytes.ts'
import { Progress } from '#ui/feedback/progress.tsx'

/** How far a run is, in percent: by bytes where it counts them. */
function percentOf({ total, done, skipped, totalBytes, doneBytes = 0 }: ListedRun): number | undefined {
  const [part, whole] = totalBytes ? [doneBytes, totalBytes] : [done + skipped, total]
  return whole ? Math.min(99, Math.floor((100 * part) / whole)) : undefined
}

/** The progress of a run: percentage, items, bytes, when it should end, and what it waits for. */
export function RunProgress({ run }: { readonly run: ListedRun }) {
  const { t } = useTranslation()
  const { total, done, skipped, totalBytes, doneBytes = 0, estimatedEnd, waitingFor } = run
  const percent = percentOf(run)
  const items = done + skipped
  const counts = total ? t('runsPage.itemsOf', { done: items, total }) : t('runsPage.items', { count: items })
  const bytes =
    totalBytes && t('runsPage.bytesOf', { done: formatBytes(doneBytes, 'it'), total: formatBytes(totalBytes, 'it') })
  const end = estimatedEnd && !waitingFor && t('runsPage.end', { time: formatTime(estimatedEnd) })
  return (
    <>
      {percent === undefined ? (
        <span>{t('runsPage.states.running')}</span>
      ) : (
        <Progress label={t('runsPage.states.running')} percent={percent} />
      )}
      <p className="figures">{[counts, bytes, end].filter(Boolean).join(' · ')}</p>
      {waitingFor && <p>{t(`runsPage.waitingFor.${waitingFor}`)}</p>}
    </>
  )
}
