import { useTranslation } from 'react-i18next'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { AccessForm } from './access-form.tsx'
import { OpenReport } from './open-report.tsx'
import { SessionEnd } from './session-end.tsx'
import { useFollowUp } from './use-follow-up.ts'
import { useUnsent } from './use-unsent.ts'
import '../../styles/follow-up.scss'

/** Opens a report by its code and pin (decisions §3). */
export function FollowUpPage() {
  const { t } = useTranslation()
  const unsent = useUnsent()
  const followUp = useFollowUp(unsent.forget)
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
