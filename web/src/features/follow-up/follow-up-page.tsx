import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#ui/alert.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import { AccessForm } from './access-form.tsx'
import { OpenReport } from './open-report.tsx'
import { SessionEnd } from './session-end.tsx'
import { useFollowUp } from './use-follow-up.ts'
import '../../styles/follow-up.scss'

/** What somebody was writing when their session ended: it is theirs who come back with the same code. */
interface Unsent {
  readonly code: string
  readonly text: string
}

/** Where whoever reported comes back with code and pin (decisions §3). */
export function FollowUpPage() {
  const { t } = useTranslation()
  const followUp = useFollowUp()
  const [unsent, setUnsent] = useState<Unsent>({ code: '', text: '' })
  const { phase } = followUp
  if (phase.kind === 'loading') return <TextSkeleton text={t('site.loading')} count={8} />
  if (phase.kind === 'asking') {
    const { after } = phase
    return (
      <div className="reading-column">
        <h1>{t('followUp.title')}</h1>
        {after && (
          <Alert kind="info" title={t(`followUp.${after}Title`)} announce="politely">
            {t(`followUp.${after}Text`)}
          </Alert>
        )}
        <p className="lead-text">{t('followUp.intro')}</p>
        <AccessForm onOpen={followUp.open} />
      </div>
    )
  }
  const { code } = phase.record
  return (
    <div className="reading-column">
      <OpenReport
        record={phase.record}
        followUp={followUp}
        unsent={unsent.code === code ? unsent.text : ''}
        onType={(text) => setUnsent({ code, text })}
      />
      <SessionEnd endsAt={phase.endsAt} followUp={followUp} />
    </div>
  )
}
