import { paths } from '@portal/contract'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'

interface Props {
  /** Called when the user leaves: recently saved changes do not hold them up. */
  readonly hasChanges: () => boolean
  /** Called once the user has left without saving. */
  readonly onLeave?: () => void
}

/** While a page is being left: what lies on it has been asked about. */
let isConfirmed = false

/**
 * Asks before a changed form is left, once for all that lies changed on a page; closing the tab brings the browser's own
 * question. An ended session is not held up.
 */
export function UnsavedChanges({ hasChanges, onLeave }: Props) {
  const { t } = useTranslation()
  const leaving = useLeaving(onLeave)
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => {
      leaving.current = isConfirmed && hasChanges()
      return !isConfirmed && hasChanges() && !next.pathname.endsWith(paths.login)
    },
    enableBeforeUnload: hasChanges,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const { proceed, reset } = blocker
  const handleLeave = () => {
    leaving.current = true
    isConfirmed = true
    proceed()
    // The router asks the others before it does anything else.
    setTimeout(() => {
      isConfirmed = false
    })
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

/** Set when the user confirms leaving; `onLeave` is called only after the form has unmounted. */
function useLeaving(onLeave: (() => void) | undefined) {
  const leaving = useRef(false)
  const latest = useRef(onLeave)
  latest.current = onLeave
  useEffect(
    () => () => {
      if (leaving.current) latest.current?.()
    },
    [],
  )
  return leaving
}
