import type { Report, ReportStep } from '@portal/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CaptchaField } from '#form/captcha/captcha-field.tsx'
import { Trap } from '#form/captcha/trap.tsx'
import { type Captcha, useCaptcha } from '#form/captcha/use-captcha.ts'
import { FormSections } from '#form/read-only/form-sections.tsx'
import { shownFields } from '#form/report-fields.ts'
import { CallError } from '#lib/api/call-error.ts'
import { missingText } from '#lib/i18n/missing-text.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import type { SummaryLine } from '#ui/field/error-summary.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { useDraft } from './draft.tsx'
import { OfficeAssurances } from './office-assurances.tsx'
import { reportDisplay } from './report-texts.ts'
import { fieldId, StepFields } from './step-fields.tsx'
import { useReachable } from './step-pages.tsx'
import { stepHref, valuesOf } from './steps.ts'
import { useSend } from './use-send.ts'
import { WizardFrame } from './wizard-frame.tsx'

const captchaId = fieldId('captcha')

/** Steps with answers of the reporter; the only field of the summary is the consent. */
const answerSteps: readonly ReportStep[] = ['intro', 'profile', 'details', 'facts']

export function SummaryPage() {
  const { t } = useTranslation()
  const { draft } = useDraft()
  const captcha = useCaptcha()
  const trap = useRef<HTMLInputElement>(null)
  const { sending, isWaiting, cancel } = useSend({ captcha, trap, onCaptchaError: focusOnCaptcha })
  useReachable('summary')
  const values = valuesOf(draft)
  const unanswered = useUnanswered(captcha)
  return (
    <WizardFrame
      step="summary"
      finish={{
        text: t('report.send'),
        pendingText: t('report.sending'),
        isPending: sending.isPending,
        run: () => sending.mutate(),
        errors: unanswered,
      }}
    >
      {(showsErrors) => (
        <>
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
            <StepFields uses={shownFields('summary', values)} showsErrors={showsErrors} />
          </div>
          <CaptchaField id={captchaId} captcha={captcha} error={showsErrors ? unanswered[0]?.text : undefined} />
          <Trap inputRef={trap} />
          {isWaiting && <WaitingForNetwork onCancel={cancel} />}
          {sending.isError && <SendFailed error={sending.error} />}
        </>
      )}
    </WizardFrame>
  )
}

// Once the screen says what was wrong: what gets focus is read out with its error.
const focusOnCaptcha = () => setTimeout(focusById, 50, captchaId)

/** What was given for the files: the draft knows their sizes. */
const withSizes = (values: Report, attachments: Report['attachments']): Report =>
  attachments ? { ...values, attachments } : values

function useUnanswered({ answer, isSolved, captchaError }: Captcha): readonly SummaryLine[] {
  const { t } = useTranslation()
  if (answer.trim() !== '' || isSolved || captchaError) return []
  return [{ fieldId: captchaId, text: missingText(t, t('wizard.todo.captcha')) }]
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
