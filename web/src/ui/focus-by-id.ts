import type { MouseEvent } from 'react'

/** Moves focus and view to an element of the page; a plain `#id` link cannot, since `<base href>` turns it into another page. */
export function focusById(id: string): void {
  const target = document.getElementById(id)
  if (!target) return
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus()
  target.scrollIntoView?.({ block: 'center' })
}

/** The same as a click handler for `<a href="#id">`; `reveal` brings the element onto the page first. */
export const focusOnClick = (id: string, reveal?: () => void) => (event: MouseEvent) => {
  event.preventDefault()
  reveal?.()
  focusById(id)
}
