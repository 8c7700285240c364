import { type RefObject, useLayoutEffect } from 'react'

/**
 * Scrolls a line of tabs sideways so that the current one is in view; the page itself stays where it is. Follows the texts, which
 * change the widths: a line that somebody scrolled stays where it is otherwise.
 */
export function useTabInView(list: RefObject<HTMLElement | null>, ...texts: readonly unknown[]): void {
  const seen = texts.join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when what is seen changes
  useLayoutEffect(() => {
    const line = list.current
    const tab = line?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current="page"]')
    if (!line || !tab) return
    const [outer, inner] = [line.getBoundingClientRect(), tab.getBoundingClientRect()]
    // Half a neighbour stays in sight beside it: it shows that the line goes on.
    const room = outer.width / 6
    if (inner.left < outer.left) line.scrollLeft += inner.left - outer.left - room
    else if (inner.right > outer.right) line.scrollLeft += inner.right - outer.right + room
  }, [list, seen])
}
