import type { ReportStep } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '#lib/page/navigation.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import type { SummaryLine } from '#ui/field/error-summary.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { useDraft } from './draft.tsx'
import { stepBefore, stepHref } from './steps.ts'

export interface Finish {
  readonly text: string
  readonly pendingText: string
  readonly isPending: boolean
  readonly run: () => void
  /** What beside the draft keeps the report from being sent as things stand. */
  readonly errors: readonly SummaryLine[]
}

interface Props {
  readonly step: ReportStep
  readonly finish: Finish | undefined
}

/** The ways back and on at the foot of a step. */
export function WizardActions({ step, finish }: Props) {
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

/** 'Azzera': asks first, then wipes the draft and starts a new one. */
function ResetButton() {
  const { t } = useTranslation()
  const go = useGo()
  const { reset } = useDraft()
  const [isAsking, setAsking] = useState(false)
  const handleConfirm = () => {
    setAsking(false)
    reset()
    go(stepHref('intro'))
  }
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
        {t('report.reset')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('report.resetTitle')}
          texts={{ confirm: t('report.resetConfirm'), cancel: t('report.resetCancel'), close: t('site.close') }}
          isDanger
          onConfirm={handleConfirm}
          onClose={() => setAsking(false)}
        >
          <p>{t('report.resetText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
