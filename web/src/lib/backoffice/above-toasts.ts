import { useEffect, useRef } from 'react'
import { onNotice } from '../page/notices.ts'

/**
 * As a `ref` of what toasts must not cover, such as the head of a record with its deadline: they appear below it while it is in
 * the upper half of the window, otherwise in their own place.
 */
export function useAboveToasts<E extends HTMLElement>() {
  const element = useRef<E>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const stop = onNotice(() => {
      const bottom = element.current?.getBoundingClientRect().bottom ?? 0
      const isInUpperHalf = bottom > 0 && bottom < window.innerHeight / 2
      style.setProperty('--toasts-below', `${isInUpperHalf ? Math.round(bottom) : 0}px`)
    })
    return () => {
      stop()
      style.removeProperty('--toasts-below')
    }
  }, [])
  return element
}
