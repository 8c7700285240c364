/**
 * Marks what was focused by a pointer with `data-focus-mouse`, as Bootstrap Italia's own script does:
 * its focus ring is for the keyboard. Call once at start; the returned function ends it.
 */
export function trackFocus(root: Document = document): () => void {
  let isPointer = false
  const handlePointer = () => {
    isPointer = true
  }
  const handleKey = () => {
    isPointer = false
    delete (root.activeElement as HTMLElement | null)?.dataset.focusMouse
  }
  const handleFocus = ({ target }: FocusEvent) => {
    if (isPointer && target instanceof HTMLElement) target.dataset.focusMouse = 'true'
  }
  const handleBlur = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) delete target.dataset.focusMouse
  }
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  root.addEventListener('pointerdown', handlePointer, options)
  root.addEventListener('keydown', handleKey, options)
  root.addEventListener('focusin', handleFocus, options)
  root.addEventListener('focusout', handleBlur, options)
  return () => stop.abort()
}
