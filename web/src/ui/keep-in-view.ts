/** The least distance from the edge of the window, in pixels. */
const margin = 8

/**
 * As a `ref`: moves what hangs from a button sideways until it lies inside the window, also when the window or its own
 * size changes. Style sheets know on which side of a line a button is, but not how much room there is beside it.
 */
export function keepInView(element: HTMLElement | null) {
  if (!element) return undefined
  const place = () => {
    element.style.translate = ''
    const { left, right } = element.getBoundingClientRect()
    const shift = shiftIntoView(left, right, document.documentElement.clientWidth)
    element.style.translate = shift === 0 ? '' : `${shift}px`
  }
  place()
  addEventListener('resize', place)
  // What is loaded once it is open makes it wider.
  const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(place)
  observer?.observe(element)
  return () => {
    removeEventListener('resize', place)
    observer?.disconnect()
  }
}

/** How far a box has to move to lie between the edges; one that is too wide begins at the left edge. */
export function shiftIntoView(left: number, right: number, width: number): number {
  const leftward = Math.min(0, width - margin - right)
  return left + leftward < margin ? margin - left : leftward
}
