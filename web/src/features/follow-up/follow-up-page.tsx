import { useTranslation } from 'react-i18next'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { AccessForm } from './access-form.tsx'
import { OpenReport } from './open-report.tsx'
import { type FollowUps, useFollowUp } from './use-follow-up.ts'
import { useUnsent } from './use-unsent.ts'
import '../../styles/follow-up.scss'
import { limits } from '@portal/contract'
import { useEffect, useState } from 'react'
import { formatTime } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'

/** Opens a report by its code and pin (decisions §3). */
export function FollowUpPage() {
  const { t } = useTranslation()
  const unsent = useUnsent()
  const followUp = useFollowUp()
  const { phase } = followUp
  if (phase.kind === 'loading') return <TextSkeleton text={t('site.loading')} count={8} />
  if (phase.kind === 'asking') {
    const { after } = phase
    return (
      <div className="reading-column">
        <h1>{t('followUp.title')}</h1>
        {after && (
          <Alert kind="info" title={t(`followUp.${after}Title`)} announce="politely">
            {t(after === 'ended' ? 'followUp.endedText' : 'followUp.leftText')}
          </Alert>
        )}
        <p className="lead-text">{t('followUp.intro')}</p>
        <AccessForm onOpen={followUp.open} />
      </div>
    )
  }
  return (
    <div className="reading-column">
      <OpenReport record={phase.record} followUp={followUp} unsent={unsent.answerTo(phase.record.code)} />
      <SessionEnd endsAt={phase.endsAt} followUp={followUp} />
    </div>
  )
}

interface Props {
  readonly endsAt: number
  readonly followUp: FollowUps
}

/** Tells that the session is about to end while there is time to go on, and closes the page when there is none left. */
function SessionEnd({ endsAt, followUp }: Props) {
  const { t } = useTranslation()
  const [isNear, setNear] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end alone sets both
  useEffect(() => {
    setNear(false)
    const look = () => {
      const left = endsAt - Date.now()
      setNear(left <= limits.session.warningSeconds * 1000)
      if (left <= 0) followUp.end()
    }
    // A tab that slept looks at the clock, not at how often it was called.
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  if (!isNear) return null
  return (
    <Modal
      backdrop="static"
      isAlert
      title={t('followUp.warning.title')}
      footer={
        <>
          <Button variant="secondary" onClick={followUp.leave}>
            {t('followUp.exit')}
          </Button>
          <Button onClick={() => followUp.refresh().catch(() => undefined)}>{t('followUp.warning.stay')}</Button>
        </>
      }
    >
      <p>{t('followUp.warning.text', { time: formatTime(new Date(endsAt)) })}</p>
    </Modal>
  )
}
