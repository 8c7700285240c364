import { type RefCallback, useState } from 'react'

/** Until it is measured, and where nothing measures. */
const usualWidth = 640

/** The width of an element, for charts whose text keeps its size. */
export function useWidth(): readonly [number, RefCallback<HTMLElement>] {
  const [width, setWidth] = useState(usualWidth)
  const [ref] = useState<RefCallback<HTMLElement>>(() => (element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  })
  return [width, ref]
}
