import { useTranslation } from 'react-i18next'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { focusById } from '#ui/focus-by-id.ts'

interface Props {
  readonly onDiscard: () => void
  /** Id of the element that gets the focus afterwards: the button disappears with the draft. */
  readonly focusId?: string | undefined
}

/** Discards a draft after a confirmation, since it cannot be restored. */
export function DiscardButton({ onDiscard, focusId }: Props) {
  const { t } = useTranslation()
  const handleConfirm = () => {
    onDiscard()
    // After the dialog has closed: until then nothing outside it can have the focus.
    if (focusId !== undefined) setTimeout(focusById, 0, focusId)
  }
  return (
    <ConfirmButton
      button={{ variant: 'quiet', size: 'sm', children: t('editDrafts.discard') }}
      title={t('editDrafts.discardTitle')}
      texts={{ confirm: t('editDrafts.discardConfirm'), cancel: t('desk.cancel'), close: t('site.close') }}
      isDanger
      onConfirm={handleConfirm}
    >
      <p>{t('editDrafts.discardText')}</p>
    </ConfirmButton>
  )
}
