import type { ReportStep } from '@portal/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportKey } from '#form/report-answers.tsx'
import { useGo } from '#lib/navigation.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Modal } from '#ui/modal.tsx'
import { NavLink } from '#ui/nav-link.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { useDraft } from './draft.tsx'
import { askedLabelOf, issueText } from './report-texts.ts'
import { fieldId } from './step-fields.tsx'
import { issuesOfStep, openStepBefore, stepAfter, stepBefore, stepHref, stepOrder } from './steps.ts'

interface Finish {
  readonly text: string
  readonly pendingText: string
  readonly isPending: boolean
  readonly run: () => void
}

interface Props {
  readonly step: ReportStep
  /** What 'Avanti' says and does on the last step. */
  readonly finish?: Finish | undefined
  readonly children: (showsErrors: boolean) => ReactNode
}

/** A step of the wizard: where one is, the question, what is wrong, and the ways on and back. */
export function WizardFrame({ step, finish, children }: Props) {
  const { t } = useTranslation()
  const go = useGo()
  const { issues, serverIssues } = useDraft()
  // A step that the server sent back to was attempted already.
  const [attempt, setAttempt] = useState(() => (issuesOfStep(step, serverIssues).length > 0 ? 1 : 0))
  const found = issuesOfStep(step, issues)
  const showsErrors = attempt > 0
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (found.length > 0) return
    const earlier = openStepBefore(step, issues)
    const next = stepAfter(step)
    if (earlier) go(stepHref(earlier))
    else if (finish) finish.run()
    else if (next) go(stepHref(next))
  }
  const errors = showsErrors
    ? found.map((issue) => ({
        fieldId: fieldId(issue.key),
        text: `${askedLabelOf(t, issue.key as ReportKey)}: ${issueText(t, issue)}`,
      }))
    : []
  return (
    <div className="reading-column">
      {step !== 'intro' && <WizardStepper step={step} />}
      <h1>{t(`report.questions.${step}`)}</h1>
      <p className="lead-text">{t(`report.hints.${step}`)}</p>
      <ErrorSummary title={t('report.errorTitle')} errors={errors} attempt={attempt} />
      <form noValidate onSubmit={handleSubmit}>
        <p className="form-note">{t('report.mandatory')}</p>
        {children(showsErrors)}
        <WizardActions step={step} finish={finish} />
      </form>
    </div>
  )
}

function WizardStepper({ step }: { step: ReportStep }) {
  const { t } = useTranslation()
  const named: ReportStep[] = stepOrder.filter((name) => name !== 'intro')
  return (
    <Stepper
      steps={named.map((name) => ({ label: t(`report.steps.${name}`), href: stepHref(name) }))}
      current={named.indexOf(step)}
      texts={{ label: t('report.stepperLabel'), done: t('report.stepDone'), current: t('report.stepCurrent') }}
    />
  )
}

function WizardActions({ step, finish }: Pick<Props, 'step' | 'finish'>) {
  const { t } = useTranslation()
  const before = stepBefore(step)
  const goOn = step === 'intro' ? t('report.start') : t('report.next')
  return (
    <>
      <div className="form-actions">
        {before && (
          <NavLink href={stepHref(before)} className={buttonClass('quiet')}>
            {t('report.back')}
          </NavLink>
        )}
        {finish ? (
          <Button type="submit" pending={finish.isPending} pendingText={finish.pendingText}>
            {finish.text}
          </Button>
        ) : (
          <Button type="submit">{goOn}</Button>
        )}
      </div>
      <div className="form-note cluster cluster-spread">
        <span>{t('report.draftNote')}</span>
        {step !== 'intro' && <ResetButton />}
      </div>
    </>
  )
}

/** 'Azzera': asks first, then wipes the draft and begins anew. */
function ResetButton() {
  const { t } = useTranslation()
  const go = useGo()
  const { reset } = useDraft()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const handleConfirm = () => {
    close()
    reset()
    go(stepHref('intro'))
  }
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
        {t('report.reset')}
      </Button>
      {isAsking && (
        <Modal
          title={t('report.resetTitle')}
          onClose={close}
          closeText={t('site.close')}
          footer={
            <>
              <Button variant="secondary" onClick={close}>
                {t('report.resetCancel')}
              </Button>
              <Button variant="danger" onClick={handleConfirm}>
                {t('report.resetConfirm')}
              </Button>
            </>
          }
        >
          <p>{t('report.resetText')}</p>
        </Modal>
      )}
    </>
  )
}
