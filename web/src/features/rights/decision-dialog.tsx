import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { ReasonField } from './reason-field.tsx'
import { rightsFields } from './rights.queries.ts'

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
  readonly pending: boolean
  /** Why the server did not take the decision. */
  readonly error: Error | null
  readonly onDecide: (decision: Decision) => void
  readonly onClose: () => void
  /** What the decision does. */
  readonly children: ReactNode
}

/** Asks for the reason of a decision, and says what the decision does. */
export function DecisionDialog(props: Props) {
  const { title, confirmText, isDanger, openCodes = [], pending, error, onDecide, onClose, children } = props
  const { t } = useTranslation()
  const session = useFormSession({
    id: 'decision',
    start: { open: false, reason: '' },
    fields: { open: 'anche_aperti', reason: rightsFields.reason },
    labelOf: (key) => t(key === 'open' ? 'rightsPage.decision.open' : 'rightsPage.fields.reason'),
    check: ({ open }) => ({ open: openCodes.length > 0 && !open ? t('rightsPage.decision.openMissing') : undefined }),
    sending: { error, isPending: pending },
    send: ({ open, reason }) => onDecide({ reason, includesOpen: open }),
  })
  const { value: isOpenIncluded, ...openField } = session.field('open')
  return (
    <FormDialog {...session.dialog} title={title} submitText={confirmText} isDanger={isDanger} onClose={onClose}>
      {children}
      {openCodes.length > 0 && (
        <Checkbox
          {...openField}
          label={t('rightsPage.decision.openLabel', { count: openCodes.length, codes: openCodes.join(', ') })}
          required
          checked={isOpenIncluded}
        />
      )}
      <ReasonField {...session.field('reason')} label={t('rightsPage.decision.reason')} />
    </FormDialog>
  )
}
