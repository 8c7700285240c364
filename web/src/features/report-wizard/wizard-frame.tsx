import { profiles, type ReportStep } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { handleSubmitBy } from '#form/use-form-session.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { useReport } from './report-session.tsx'
import { stepBefore, stepHref } from './steps.ts'

/** What stands between the submission of a step and the next one. */
export interface Held {
  readonly goOn: () => void
  readonly dialog: Elements
  /** Why the wizard did not go on. */
  readonly note: Elements
}

export interface WizardFrameProps {
  readonly step: ReportStep
  readonly stepper?: Elements
  /** Deletes the draft. */
  readonly reset?: Elements
  readonly held?: Held | undefined
  /** Between the question and its fields. */
  readonly preface?: Elements
  readonly children: Elements
}

/** A step of the wizard: where one is, the question, what is wrong, and the ways on and back. */
export function WizardFrame({ step, stepper, reset, held, preface, children }: WizardFrameProps) {
  const { t } = useTranslation()
  const { form, summary, checkStep, goOn } = useReport()
  return (
    <div className="reading-column">
      {stepper}
      <h1>{t(`report.questions.${step}`)}</h1>
      <p className="lead-text">{t(`report.hints.${step}`)}</p>
      {preface}
      <ErrorSummary {...summary} />
      <form {...form} onSubmit={handleSubmitBy(() => checkStep() && (held?.goOn ?? goOn)())}>
        <p className="form-note">{t('report.mandatory')}</p>
        {children}
        {held?.note}
        <WizardActions step={step} reset={reset} />
      </form>
      {held?.dialog}
    </div>
  )
}

/** The button that goes on; after the choice of a profile it names it, so that nobody passes with the one that was chosen before. */
function useGoOnText(step: ReportStep): string {
  const { t } = useTranslation()
  const { draft } = useReport()
  if (step === 'intro') return t('report.start')
  if (step === 'summary') return t('report.send')
  const profile = Object.values(profiles).find((id) => id === draft.profile)
  return step === 'profile' && profile ? t(`report.profiles.${profile}.goOn`) : t('report.next')
}

/** The ways back and on at the foot of a step. */
function WizardActions({ step, reset }: Pick<WizardFrameProps, 'step' | 'reset'>) {
  const { t } = useTranslation()
  const { isPending } = useReport()
  const goOn = useGoOnText(step)
  const before = stepBefore(step)
  return (
    <>
      <div className="form-actions">
        {before && (
          <NavLink href={stepHref(before)} className={buttonClass('quiet')}>
            {t('report.back')}
          </NavLink>
        )}
        <Button type="submit" pending={isPending} pendingText={t('report.sending')}>
          {goOn}
        </Button>
      </div>
      <div className="form-note cluster cluster-spread">
        <span>{t('report.draftNote')}</span>
        {reset}
      </div>
    </>
  )
}
