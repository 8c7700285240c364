import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DiscardButton } from '#form/edit/discard-button.tsx'
import { FormDialog, type FormDialogProps } from '#form/form-dialog.tsx'
import { CallError, isVersionConflict } from '#lib/api/call-error.ts'
import { type NoticeAction, notify } from '#lib/page/notices.ts'
import type { Elements } from '#ui/elements.tsx'
import { Alert } from '#ui/feedback/alert.tsx'

interface Props extends Pick<FormDialogProps, 'title' | 'submitText' | 'cancelText' | 'isDanger' | 'onClose'> {
  readonly session: {
    readonly dialog: Omit<FormDialogProps, 'title' | 'submitText' | 'onClose' | 'children'>
    readonly callError: Error | null
  }
  /** Says that the record has changed in the meantime. */
  readonly conflictText: string
  /** What the action does. */
  readonly text: string
  /** What the user should know of the record. */
  readonly facts?: Elements
  /** Set if the draft is from before; how to start again, and the first control. */
  readonly resumed?: { readonly onDiscard: () => void; readonly focusId: string | undefined } | undefined
  readonly children: Elements
}

/** The form of an action on a record. */
export function ActionDialog({ session, conflictText, text, facts, resumed, children, ...dialog }: Props) {
  const { t } = useTranslation()
  const isConflict = isVersionConflict(session.callError)
  return (
    <FormDialog {...session.dialog} {...dialog} error={isConflict ? null : session.callError}>
      {isConflict && (
        <Alert kind="warning" announce="now">
          {conflictText}
        </Alert>
      )}
      <p>{text}</p>
      {facts}
      {resumed && (
        <Alert kind="info" announce="politely">
          <p>{t('editDrafts.resumed')}</p>
          <DiscardButton {...resumed} />
        </Alert>
      )}
      {children}
    </FormDialog>
  )
}

interface ActionCall<R> {
  readonly act: (wire: object) => Promise<R>
  readonly doneText: string
  readonly refresh: (changed?: R) => Promise<void>
  /** How the user may undo it. */
  readonly undoOf?: (changed: R) => NoticeAction | undefined
  readonly onDone: () => void
}

/** The call of an action; a record that this page shows out of date is read again. */
export const useActionCall = <R,>({ act, doneText, refresh, undoOf, onDone }: ActionCall<R>) =>
  useMutation({
    meta: { isHandled: true },
    mutationFn: act,
    onSuccess: (changed) => {
      notify({ kind: 'success', body: doneText, action: undoOf?.(changed) })
      void refresh(changed)
      onDone()
    },
    onError: (error) => {
      if (error instanceof CallError && error.status === 409) void refresh(error.record as R | undefined)
    },
  })
