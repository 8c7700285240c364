import { paths } from '@portal/contract'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

interface Props {
  /** Asked at the moment of leaving: what is saved just now may be left at once. */
  readonly hasChanges: () => boolean
  /** Told when somebody leaves all the same. */
  readonly onLeave?: () => void
}

/** Asks before a changed form is left; closing the tab brings the browser's own question. An ended session is not held up. */
export function UnsavedChanges({ hasChanges, onLeave }: Props) {
  const { t } = useTranslation()
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => hasChanges() && !next.pathname.endsWith(paths.login),
    enableBeforeUnload: hasChanges,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const { proceed, reset } = blocker
  const handleLeave = () => {
    onLeave?.()
    proceed()
  }
  return (
    <ConfirmDialog
      title={t('desk.unsaved.title')}
      texts={{ confirm: t('desk.unsaved.leave'), cancel: t('desk.unsaved.stay'), close: t('site.close') }}
      isDanger
      onConfirm={handleLeave}
      onClose={reset}
    >
      <p>{t('desk.unsaved.text')}</p>
    </ConfirmDialog>
  )
}
