import type { ReportStep } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ResetButton } from '#form/reset-button.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { Stepper } from '#ui/layout/stepper.tsx'
import { useReport } from './report-session.tsx'
import { stepHref, stepOrder } from './steps.ts'
import { WizardFrame, type WizardFrameProps } from './wizard-frame.tsx'

/** A step after the intro: it says where the user is, and can delete the draft. Apart, since the first page needs neither. */
export function WizardStep(props: Omit<WizardFrameProps, 'stepper' | 'reset'>) {
  const go = useGo()
  const { reset } = useReport()
  const handleReset = () => {
    reset()
    go(stepHref('intro'))
  }
  return (
    <WizardFrame
      {...props}
      stepper={<WizardStepper step={props.step} />}
      reset={<ResetButton onReset={handleReset} />}
    />
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
