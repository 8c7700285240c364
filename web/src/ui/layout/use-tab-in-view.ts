import { type RefObject, useLayoutEffect } from 'react'

/** Scrolls a line of tabs sideways so that the current one is in view; the page itself stays where it is. */
export function useTabInView(list: RefObject<HTMLElement | null>, current: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is current
  useLayoutEffect(() => {
    const line = list.current
    const tab = line?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current="page"]')
    if (!line || !tab) return
    const [outer, inner] = [line.getBoundingClientRect(), tab.getBoundingClientRect()]
    // Half a neighbour stays in sight beside it: it shows that the line goes on.
    const room = outer.width / 6
    if (inner.left < outer.left) line.scrollLeft += inner.left - outer.left - room
    else if (inner.right > outer.right) line.scrollLeft += inner.right - outer.right + room
  }, [list, current])
}
