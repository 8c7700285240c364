import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { focusById } from '#ui/focus-by-id.ts'

interface Props {
  readonly onDiscard: () => void
  /** Id of the element that gets the focus afterwards: the button disappears with the draft. */
  readonly focusId?: string | undefined
}

/** Discards a draft after a confirmation, since it cannot be restored. */
export function DiscardButton({ onDiscard, focusId }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const handleConfirm = () => {
    setOpen(false)
    onDiscard()
    // After the dialog has closed: until then nothing outside it can have the focus.
    if (focusId !== undefined) setTimeout(focusById, 0, focusId)
  }
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
        {t('editDrafts.discard')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('editDrafts.discardTitle')}
          texts={{ confirm: t('editDrafts.discardConfirm'), cancel: t('desk.cancel'), close: t('site.close') }}
          isDanger
          onConfirm={handleConfirm}
          onClose={() => setOpen(false)}
        >
          <p>{t('editDrafts.discardText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
