import type { CaseView } from '@portal/contract'
import { useMemo } from 'react'
import { deskPlace } from '#lib/desk-store.ts'
import { readFromTab, writeToTab } from '#lib/tab-store.ts'

/** The page of a list that one left to look at its cases. */
interface Trail {
  readonly view: CaseView | 'registry'
  readonly ids: readonly number[]
  readonly listHref: string
}

const place = deskPlace('trail')

/**
 * Remembers the page of a list that is on show, so that a case opened from it leads on to its neighbours and back to the
 * list as it was. To be called by the list whenever its rows have come; the address must not hold anything of a person.
 */
export const rememberTrail = (view: CaseView | 'registry', ids: readonly number[], listHref: string) =>
  writeToTab(place, { view, ids, listHref } satisfies Trail)

/** The list that a case was opened from, and its neighbours there; nothing where it was opened from elsewhere. */
export function useTrail(id: number) {
  return useMemo(() => {
    const trail = readFromTab<Trail>(place)
    const at = trail?.ids.indexOf(id) ?? -1
    if (!trail || at < 0) return undefined
    return { view: trail.view, listHref: trail.listHref, previousId: trail.ids[at - 1], nextId: trail.ids[at + 1] }
  }, [id])
}
