import type { CaseView } from '@portal/contract'
import { useMemo } from 'react'
import { deskPlace, readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'
import type { NeighbourHrefs, ShownPage } from '#list/list.ts'

export type TrailEnd = keyof NeighbourHrefs

/** The list pages that the open case belongs to: the one that the user left, and those loaded since. */
interface Trail {
  readonly view: CaseView | 'registry'
  readonly pages: readonly ShownPage[]
  readonly further: NeighbourHrefs
}

const place = deskPlace('trail')

/**
 * Stores the current page of a list, so that a case opened from it links to its neighbours and back to the list. The list
 * calls it whenever its rows arrive; the address must hold no personal data.
 */
export const rememberTrail = (view: Trail['view'], page: ShownPage, further: NeighbourHrefs = {}) =>
  writeToTab(place, { view, pages: [page], further } satisfies Trail)

/** Adds the next page at one end, and the address of the page after it. */
export function extendTrail(end: TrailEnd, page: ShownPage, following: string | undefined) {
  const trail = readFromTab<Trail>(place)
  if (!trail) return
  const others = trail.pages.filter(({ href }) => href !== page.href)
  const pages = end === 'next' ? [...others, page] : [page, ...others]
  writeToTab(place, { ...trail, pages, further: { ...trail.further, [end]: following } } satisfies Trail)
}

/** The list that a case was opened from, and its neighbours there; undefined otherwise. Read again when `version` changes. */
export function useTrail(id: number, version?: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session store is outside React and changes with the version
  return useMemo(() => {
    const trail = readFromTab<Trail>(place)
    const page = trail?.pages.find(({ ids }) => ids.includes(id))
    if (!trail || !page) return undefined
    const ids = trail.pages.flatMap((one) => one.ids)
    const at = ids.indexOf(id)
    const [previousId, nextId] = [ids[at - 1], ids[at + 1]]
    return {
      view: trail.view,
      listHref: page.href,
      previous: { id: previousId, pageHref: previousId === undefined ? trail.further.previous : undefined },
      next: { id: nextId, pageHref: nextId === undefined ? trail.further.next : undefined },
    }
  }, [id, version])
}
