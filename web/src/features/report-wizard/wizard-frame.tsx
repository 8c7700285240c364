import { type FormFieldError, profiles, type ReportStep } from '@portal/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ResetButton } from '#form/reset-button.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { ErrorSummary, type SummaryLine } from '#ui/field/error-summary.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Stepper } from '#ui/layout/stepper.tsx'
import { useDraft } from './draft.tsx'
import { summaryText } from './report-texts.ts'
import { fieldId } from './step-fields.tsx'
import { errorsOfStep, openStepBefore, stepAfter, stepBefore, stepHref, stepOrder } from './steps.ts'

/**
 * Keeps the user on the step while something is under way; the wizard goes on by itself once that is over, unless more has failed
 * in between.
 */
export interface Hold {
  readonly isRunning: boolean
  /** Keys of what has failed. What was there before the user went on keeps nobody. */
  readonly failed: readonly number[]
  /** Id of the answer to a question that comes first. */
  readonly asksAt?: string | undefined
  readonly dialog: (stay: () => void) => Elements
  /** Why the wizard did not go on. */
  readonly note: (failed: readonly number[]) => Elements
}

interface Props {
  readonly step: ReportStep
  /** What 'Avanti' says and does on the last step. */
  readonly finish?: Finish | undefined
  readonly hold?: Hold | undefined
  /** Between the question and its fields. */
  readonly preface?: Elements
  readonly children: (showsErrors: boolean) => Elements
}

/** A step of the wizard: where one is, the question, what is wrong, and the ways on and back. */
export function WizardFrame({ step, finish, hold, preface, children }: Props) {
  const { t } = useTranslation()
  const { found, errors, attempt, setAttempt } = useAttempts(step, finish)
  const held = useHold(hold, useGoOn(step, finish))
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (found === 0) held.goOn()
  }
  return (
    <div className="reading-column">
      {step !== 'intro' && <WizardStepper step={step} />}
      <h1>{t(`report.questions.${step}`)}</h1>
      <p className="lead-text">{t(`report.hints.${step}`)}</p>
      {preface}
      <ErrorSummary title={t('report.errorTitle')} errors={errors} attempt={attempt} />
      <form noValidate onSubmit={handleSubmit}>
        <p className="form-note">{t('report.mandatory')}</p>
        {children(attempt > 0)}
        {held.note}
        <WizardActions step={step} finish={finish} />
      </form>
      {held.dialog}
    </div>
  )
}

/** The way on past a hold. */
function useHold(hold: Hold | undefined, goOn: () => void) {
  /** What had failed when the user went on; undefined unless the wizard waits. */
  const [failedBefore, setFailedBefore] = useState<readonly number[]>()
  const [failedSince, setFailedSince] = useState<readonly number[]>([])
  const isOver = failedBefore !== undefined && (!hold?.isRunning || hold.asksAt !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what it waited for is over
  useEffect(() => {
    if (!isOver) return
    const failed = hold?.failed.filter((key) => !failedBefore.includes(key)) ?? []
    setFailedBefore(undefined)
    setFailedSince(failed)
    if (hold?.asksAt) focusById(hold.asksAt)
    else if (failed.length === 0) goOn()
  }, [isOver])
  const shown = failedSince.filter((key) => hold?.failed.includes(key))
  return {
    goOn: () => {
      setFailedSince([])
      if (hold?.asksAt) focusById(hold.asksAt)
      else if (hold?.isRunning) setFailedBefore(hold.failed)
      else goOn()
    },
    dialog: failedBefore && hold?.dialog(() => setFailedBefore(undefined)),
    note: shown.length > 0 && hold?.note(shown),
  }
}

/** Errors are shown once the user has tried to continue, and in a step that the server refused. */
function useAttempts(step: ReportStep, finish: Finish | undefined) {
  const { t } = useTranslation()
  const { fieldErrors, serverErrors } = useDraft()
  const [attempt, setAttempt] = useState(() => (errorsOfStep(step, serverErrors).length > 0 ? 1 : 0))
  const own = errorsOfStep(step, fieldErrors).map((fieldError: FormFieldError) => ({
    fieldId: fieldId(fieldError.key),
    text: summaryText(t, fieldError),
  }))
  const all = [...own, ...(finish?.errors ?? [])]
  return { found: all.length, errors: attempt > 0 ? all : [], attempt, setAttempt }
}

function useGoOn(step: ReportStep, finish: Finish | undefined) {
  const go = useGo()
  const { fieldErrors } = useDraft()
  return () => {
    const earlier = openStepBefore(step, fieldErrors)
    const next = stepAfter(step)
    if (earlier) go(stepHref(earlier))
    else if (finish) finish.run()
    else if (next) go(stepHref(next))
  }
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

interface Finish {
  readonly text: string
  readonly pendingText: string
  readonly isPending: boolean
  readonly run: () => void
  /** What beside the draft keeps the report from being sent as things stand. */
  readonly errors: readonly SummaryLine[]
}

/** The button that goes on; after the choice of a profile it names it, so that nobody passes with the one that was chosen before. */
function useGoOnText(step: ReportStep): string {
  const { t } = useTranslation()
  const { draft } = useDraft()
  if (step === 'intro') return t('report.start')
  const profile = Object.values(profiles).find((id) => id === draft.profile)
  return step === 'profile' && profile ? t(`report.profiles.${profile}.goOn`) : t('report.next')
}

interface ActionsProps {
  readonly step: ReportStep
  readonly finish: Finish | undefined
}

/** The ways back and on at the foot of a step. */
function WizardActions({ step, finish }: ActionsProps) {
  const { t } = useTranslation()
  const go = useGo()
  const { reset } = useDraft()
  const goOn = useGoOnText(step)
  const handleReset = () => {
    reset()
    go(stepHref('intro'))
  }
  const before = stepBefore(step)
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
        {step !== 'intro' && <ResetButton onReset={handleReset} />}
      </div>
    </>
  )
}
