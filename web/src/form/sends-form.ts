import type { KeyboardEvent } from 'react'

/** Whether a key sends the form that somebody writes in: Ctrl+Enter, or Cmd+Enter. The browser then does nothing with it. */
export function sendsForm(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
  event.preventDefault()
  return true
}
