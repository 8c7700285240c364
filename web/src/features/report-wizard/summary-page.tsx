import { type Field, type Report, type ReportStep, reportFields } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CaptchaField } from '#form/captcha/captcha-field.tsx'
import { Trap } from '#form/captcha/trap.tsx'
import { type Captcha, useCaptcha } from '#form/captcha/use-captcha.ts'
import { ValueText } from '#form/read-only/value-text.tsx'
import { labelOf, type ReportKey, shownFields } from '#form/report-fields.ts'
import { CallError } from '#lib/api/call-error.ts'
import { missingText } from '#lib/i18n/missing-text.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import type { SummaryLine } from '#ui/field/error-summary.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { type Definition, SummaryBlock } from '#ui/layout/summary-block.tsx'
import { useDraft } from './draft.tsx'
import { fieldId, StepFields } from './step-fields.tsx'
import { useReachable } from './step-pages.tsx'
import { stepHref, valuesOf } from './steps.ts'
import { useSend } from './use-send.ts'
import { WizardFrame } from './wizard-frame.tsx'

const captchaId = fieldId('captcha')

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
            <ReportAnswers values={withSizes(values, draft.attachments)} editHref={stepHref} />
          </div>
          <div className="wizard-consent">
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

interface Props {
  readonly values: Report
  /** Where a step can be changed; absent in the office, which reads under headings of its own. */
  readonly editHref?: (step: ReportStep) => string
}

/** Steps with answers of the reporter; the only field of the summary is the consent. */
const answerSteps = ['intro', 'profile', 'details', 'facts'] as const satisfies ReportStep[]

/** A report in the order of its steps: the wizard's summary and the office's detail alike. */
function ReportAnswers({ values, editHref }: Props) {
  const { t } = useTranslation()
  return answerSteps.map((step) => (
    <SummaryBlock
      key={step}
      title={t(editHref ? `report.steps.${step}` : `report.sections.${step}`)}
      items={shownFields(step, values)
        .map(({ key }) => key as ReportKey)
        .filter((key) => isAnswered(values[key]))
        .map((key) => definitionOf(t, key, values))}
      edit={editHref && { text: t('report.edit'), href: editHref(step) }}
    />
  ))
}

/** What was left empty says nothing, and neither does a box that was not ticked. */
const isAnswered = (value: Report[ReportKey]) => value !== undefined && value !== '' && value !== false

function definitionOf(t: TFunction, key: ReportKey, values: Report): Definition {
  const field: Field = reportFields[key]
  const parentValue = field.parent ? (values[field.parent as ReportKey] as number | undefined) : undefined
  return {
    term: labelOf(t, key),
    value: <ValueText field={field} value={values[key]} parentValue={parentValue} />,
    isWide: field.kind === 'longText',
  }
}
