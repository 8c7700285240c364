import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultAt } from '#lib/api/fault-at.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { ReasonField } from './reason-field.tsx'

export interface Decision {
  readonly reason: string
  readonly includesOpen: boolean
}

interface Props {
  readonly title: string
  readonly confirmText: string
  readonly isDanger?: boolean | undefined
  /** Cases still worked on, by their codes: they are named, and must be agreed to. */
  readonly openCodes?: readonly string[] | undefined
  /** Why the server did not take the decision. */
  readonly error: Error | null
  readonly onDecide: (decision: Decision) => void
  readonly onClose: () => void
  /** What the decision does. */
  readonly children: ReactNode
}

/** Asks for the reason of a decision, and says what the decision does. */
export function DecisionDialog(props: Props) {
  const { title, confirmText, isDanger, openCodes = [], error, onDecide, onClose, children } = props
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [includesOpen, setIncludesOpen] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const reasonFault = faultAt(error, 'motivo')
  const openFault =
    attempt > 0 && openCodes.length > 0 && !includesOpen ? t('rightsPage.decision.openMissing') : undefined
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (openCodes.length === 0 || includesOpen) onDecide({ reason, includesOpen })
  }
  const errors = [
    { fieldId: 'decision-open', label: t('rightsPage.decision.open'), text: openFault },
    { fieldId: 'decision-reason', label: t('rightsPage.fields.reason'), text: reasonFault },
  ].flatMap(({ fieldId, label, text }) => (text === undefined ? [] : [{ fieldId, text: `${label}: ${text}` }]))
  return (
    <Modal
      title={title}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('desk.cancel')}
          </Button>
          <Button type="submit" form="decision" variant={isDanger ? 'danger' : 'primary'}>
            {confirmText}
          </Button>
        </>
      }
    >
      <ErrorSummary title={t('report.errorTitle')} errors={errors} attempt={openFault ? attempt : error} />
      {children}
      <form id="decision" noValidate onSubmit={handleSubmit}>
        {openCodes.length > 0 && (
          <Checkbox
            id="decision-open"
            label={t('rightsPage.decision.openLabel', { count: openCodes.length, codes: openCodes.join(', ') })}
            required
            error={openFault}
            checked={includesOpen}
            onChange={setIncludesOpen}
          />
        )}
        <ReasonField
          id="decision-reason"
          label={t('rightsPage.decision.reason')}
          error={reasonFault}
          value={reason}
          onChange={setReason}
        />
      </form>
    </Modal>
  )
}
