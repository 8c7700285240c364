import { type FocusEvent, useEffect, useRef } from 'react'
import { focusById } from './focus-by-id.ts'

/** For the `onFocus` of a part of the page: a button that goes with what it did leaves the focus to the heading of the part. */
export function useFocusKept(headingId: string) {
  const last = useRef<Element>(null)
  useEffect(() => {
    if (!last.current || last.current.isConnected || document.activeElement !== document.body) return
    last.current = null
    focusById(headingId)
  })
  return ({ target }: FocusEvent) => {
    last.current = target
  }
}
