import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { isLeavingAtOnce } from '../page/quick-exit.ts'

interface Props {
  /** Asked when the user leaves: text that was just sent is no longer unsent. */
  readonly hasText: () => boolean
  readonly texts: { title: string; text: string; leave: string; stay: string; close: string }
}

/** Asks before unsent text is left; closing the tab shows the browser's own question. */
export function UnsentText({ hasText, texts }: Props) {
  const blocker = useBlocker({
    // The same page in another language keeps what was typed.
    shouldBlockFn: ({ current, next }) => hasText() && current.pathname !== next.pathname,
    // Nothing may hold up a quick exit.
    enableBeforeUnload: () => hasText() && !isLeavingAtOnce(),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={texts.title}
      texts={{ confirm: texts.leave, cancel: texts.stay, close: texts.close }}
      isDanger
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      <p>{texts.text}</p>
    </ConfirmDialog>
  )
}
