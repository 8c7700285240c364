import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import type { LockStatus } from './edit-lock.ts'
import type { EditFormOf } from './use-edit-session.ts'

interface Props<D extends object, R extends LockStatus> {
  readonly form: EditFormOf<D, R>
  /** Why editing is disabled; undefined while it is enabled. */
  readonly disabledReason: string | undefined
}

/** Starts and ends editing of a record. */
export function EditButtons<D extends object, R extends LockStatus>({ form, disabledReason }: Props<D, R>) {
  const { t } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  if (form.state.phase === 'editing')
    return (
      <>
        <Button {...shortcut('save')} pending={form.isSaving} pendingText={t('editForm.saving')} onClick={form.save}>
          {t('editForm.save')}
        </Button>
        <Button variant="secondary" onClick={() => (form.hasChanges() ? setLeaving(true) : form.end())}>
          {t('editForm.leave')}
        </Button>
        {isLeaving && <LeaveDialog onConfirm={form.end} onClose={() => setLeaving(false)} />}
      </>
    )
  return (
    <Button
      {...shortcut('edit')}
      icon="it-pencil"
      pending={form.isBeginning}
      pendingText={t('editForm.editing')}
      disabledReason={disabledReason}
      onClick={form.begin}
    >
      {t('editForm.edit')}
    </Button>
  )
}

function LeaveDialog(handlers: { readonly onConfirm: () => void; readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('editForm.leaveTitle')}
      texts={{ confirm: t('editForm.leaveConfirm'), cancel: t('editForm.leaveStay'), close: t('site.close') }}
      isDanger
      {...handlers}
    >
      <p>{t('editForm.leaveText')}</p>
    </ConfirmDialog>
  )
}
