import type { EncryptionRun } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { isOpen } from './run.queries.ts'

/** How far the newest run is, or how it ended. */
export function RunStatus({ run, isKnown }: { run: EncryptionRun | undefined; isKnown: boolean }) {
  const { t } = useTranslation()
  if (!run) return <p className="run-status">{isKnown && t('batchPage.run.none')}</p>
  return (
    <>
      {isOpen(run) ? <OpenRun run={run} /> : <EndedRun run={run} />}
      {run.damaged > 0 && <DamagedRows count={run.damaged} />}
    </>
  )
}

function OpenRun({ run: { startedAt, total, done, damaged } }: { run: EncryptionRun }) {
  const { t } = useTranslation()
  const dealtWith = done + damaged
  const percent = total === 0 ? 100 : Math.floor((dealtWith / total) * 100)
  return (
    <div className="run-status">
      <Progress label={t('batchPage.run.label')} percent={percent} />
      <p>
        {t('batchPage.run.rows', { done: dealtWith, total })} {t('batchPage.run.since')}{' '}
        <ShowInstant instant={startedAt} />. {t('batchPage.run.leave')}
      </p>
    </div>
  )
}

function EndedRun({ run: { finishedAt, done } }: { run: EncryptionRun }) {
  const { t } = useTranslation()
  return (
    <p className="run-status">
      {t('batchPage.run.last')} {finishedAt && <ShowInstant instant={finishedAt} />}.{' '}
      {t('batchPage.run.sealed', { count: done })}
    </p>
  )
}

/** Rows that do not open: nothing here can mend them, so it says who can, and what not to do until then. */
function DamagedRows({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <Alert kind="danger" title={t('batchPage.damaged.title', { count })}>
      <p>{t('batchPage.damaged.text')}</p>
      <ul>
        <li>{t('batchPage.damaged.keepKeys')}</li>
        <li>{t('batchPage.damaged.restore')}</li>
        <li>{t('batchPage.damaged.again')}</li>
      </ul>
    </Alert>
  )
}
