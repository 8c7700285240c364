import { useMemo } from 'react'
import { deskPlace, readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'

const place = deskPlace('registerTrail')

/** Stores the queue that an association is opened from, so that its page links to the neighbours. */
export const rememberQueue = (ids: readonly number[]) => writeToTab(place, ids)

/** The associations before and after one in the queue that it was opened from. */
export const useQueueNeighbours = (id: number) =>
  useMemo(() => {
    const ids = readFromTab<readonly number[]>(place) ?? []
    const at = ids.indexOf(id)
    return at < 0 ? undefined : { previous: ids[at - 1], next: ids[at + 1] }
  }, [id])
