import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { focusById } from '#ui/focus-by-id.ts'

interface Props {
  readonly onDiscard: () => void
  /** What has the focus afterwards: the button goes with what it throws away. */
  readonly focusId?: string | undefined
}

/** Throws away what somebody wrote, which nothing brings back: they are asked before. */
export function DiscardButton({ onDiscard, focusId }: Props) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const handleConfirm = () => {
    setAsked(false)
    onDiscard()
    // Once the dialog has gone: until then nothing beside it can have the focus.
    if (focusId !== undefined) setTimeout(focusById, 0, focusId)
  }
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setAsked(true)}>
        {t('caseDrafts.discard')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('caseDrafts.discardTitle')}
          texts={{ confirm: t('caseDrafts.discardConfirm'), cancel: t('desk.cancel'), close: t('site.close') }}
          isDanger
          onConfirm={handleConfirm}
          onClose={() => setAsked(false)}
        >
          <p>{t('caseDrafts.discardText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
