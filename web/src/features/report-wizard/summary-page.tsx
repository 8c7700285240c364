import type { Report, ReportStep } from '@portal/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CaptchaField } from '#form/captcha/captcha-field.tsx'
import { Trap } from '#form/captcha/trap.tsx'
import { type Captcha, useCaptcha } from '#form/captcha/use-captcha.ts'
import { FormSections } from '#form/read-only/form-sections.tsx'
import { CallError } from '#lib/api/call-error.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { OfficeAssurances } from './office-assurances.tsx'
import { captchaId, captchaKey, useReport } from './report-session.tsx'
import { reportDisplay } from './report-texts.ts'
import { StepFields } from './step-fields.tsx'
import { stepHref } from './steps.ts'
import { useDelivery } from './use-delivery.ts'
import { WizardStep } from './wizard-step.tsx'

/** Steps with answers of the reporter; the only field of the summary is the consent. */
const answerSteps: readonly ReportStep[] = ['intro', 'profile', 'details', 'facts']

export function SummaryPage() {
  const { draft, values, errorOf, callError } = useReport()
  const captcha = useCaptcha()
  const trap = useRef<HTMLInputElement>(null)
  const { isWaiting, cancel } = useDelivery(captcha, trap)
  useMissingCaptcha(captcha)
  return (
    <WizardStep step="summary">
      <div className="stack">
        <FormSections<Report>
          display={reportDisplay}
          values={withSizes(values, draft.attachments)}
          stepIds={answerSteps}
          by="step"
          changeOf={(step) => ({ href: stepHref(step as ReportStep) })}
          hidesEmpty
        />
      </div>
      <div className="wizard-consent">
        <OfficeAssurances />
        <StepFields step="summary" />
      </div>
      <CaptchaField id={captchaId} captcha={captcha} error={errorOf(captchaKey)} />
      <Trap inputRef={trap} />
      {isWaiting && <WaitingForNetwork onCancel={cancel} />}
      {callError && <SendFailed error={callError} />}
    </WizardStep>
  )
}

/** What was given for the files: the draft knows their sizes. */
const withSizes = (values: Report, attachments: Report['attachments']): Report =>
  attachments ? { ...values, attachments } : values

/** Reports to the form whether the captcha still needs an answer. */
function useMissingCaptcha({ answer, isSolved, captchaError }: Captcha) {
  const { setCaptchaMissing } = useReport()
  const isMissing = answer.trim() === '' && !isSolved && !captchaError
  useEffect(() => {
    setCaptchaMissing(isMissing)
    return () => setCaptchaMissing(false)
  }, [isMissing, setCaptchaMissing])
}

function WaitingForNetwork({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation()
  return (
    <Alert kind="info" title={t('wizard.offlineTitle')} announce="politely">
      <p>{t('wizard.offlineText')}</p>
      <Button variant="secondary" size="sm" onClick={onCancel}>
        {t('wizard.offlineCancel')}
      </Button>
    </Alert>
  )
}

function SendFailed({ error }: { error: Error }) {
  const { t } = useTranslation()
  return (
    <Alert kind="danger" title={t('report.sendFailed')} announce="now">
      {error instanceof CallError && error.errorCode ? error.message : t('report.sendFailedText')}
    </Alert>
  )
}
