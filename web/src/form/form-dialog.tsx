import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { ErrorSummary, type ErrorSummaryProps } from '#ui/field/error-summary.tsx'
import { sendsForm } from './sends-form.ts'

export interface FormDialogProps {
  readonly title: string
  readonly submitText: string
  /** Without it, 'Torna indietro'. */
  readonly cancelText?: string
  /** For a text beside another. */
  readonly isWide?: boolean | undefined
  /** For what cannot be undone. */
  readonly isDanger?: boolean | undefined
  readonly id?: string
  /** Whether the call is running: the button waits, and nothing is sent twice. */
  readonly pending: boolean
  /** Why the server did not do it, if no field is the reason. */
  readonly error: Error | null
  readonly summary?: ErrorSummaryProps
  readonly onSubmit: (event: FormEvent) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A dialog that calls the server, by its button or Ctrl+Enter. It stays open until the caller closes it, and shows why the call
 * failed. With fields, spread `dialog` of a form session into it.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, submitText, cancelText, isWide, isDanger, pending, error, summary, onSubmit, onClose, children } =
    props
  const { t } = useTranslation()
  const ownId = useId()
  const id = props.id ?? ownId
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(event)
  }
  const handleKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (sendsForm(event) && !pending) event.currentTarget.requestSubmit()
  }
  return (
    <Modal
      title={title}
      isWide={isWide}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {cancelText ?? t('desk.cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={isDanger ? 'danger' : 'primary'}
            pending={pending}
            pendingText={t('site.wait')}
          >
            {submitText}
          </Button>
        </>
      }
    >
      {summary && <ErrorSummary {...summary} />}
      {!summary?.errors.length && <CallErrorAlert error={error} />}
      <form id={id} noValidate onSubmit={handleSubmit} onKeyDown={handleKey}>
        {children}
      </form>
    </Modal>
  )
}
