import type { CaseView } from '@portal/contract'
import { useMemo } from 'react'
import { deskPlace } from '#lib/drafts/desk-store.ts'
import { readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'

interface TrailPage {
  readonly href: string
  readonly ids: readonly number[]
}

export type TrailEnd = 'previous' | 'next'

/** Addresses of the pages before and after, where there are any. */
type Further = { readonly [end in TrailEnd]?: string | undefined }

/** The pages of a list that one left to look at its cases: the one that was left, and those turned to since. */
interface Trail {
  readonly view: CaseView | 'registry'
  readonly pages: readonly TrailPage[]
  readonly further: Further
}

const place = deskPlace('trail')

/**
 * Remembers the page of a list that is on show, so that a case opened from it leads on to its neighbours and back to the
 * list as it was. To be called by the list whenever its rows have come; the address must not hold anything of a person.
 */
export const rememberTrail = (view: Trail['view'], page: TrailPage, further: Further = {}) =>
  writeToTab(place, { view, pages: [page], further } satisfies Trail)

/** Adds the page that follows at one end, and what follows it there. */
export function extendTrail(end: TrailEnd, page: TrailPage, following: string | undefined) {
  const trail = readFromTab<Trail>(place)
  if (!trail) return
  const others = trail.pages.filter(({ href }) => href !== page.href)
  const pages = end === 'next' ? [...others, page] : [page, ...others]
  writeToTab(place, { ...trail, pages, further: { ...trail.further, [end]: following } } satisfies Trail)
}

/**
 * The list that a case was opened from, and its neighbours there; nothing where it was opened from elsewhere. Looked up anew
 * with every `turn` of its pages.
 */
export function useTrail(id: number, turn?: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read lies outside, and changes with the turn
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
  }, [id, turn])
}
