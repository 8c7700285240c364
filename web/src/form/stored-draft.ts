import { useMemo, useState } from 'react'
import { newSenderKey } from '#lib/api/sender-key.ts'
import { ownPlace, readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'
import { office } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { changedKeys } from './use-form-session.ts'

export interface StoredDraft<T> {
  readonly work: T
  /** In milliseconds. */
  readonly storedAt: number
}

/** The place in the tab of an unsaved draft of this user, for a reload, a crash or an expired session. */
export function useDraftPlace<T>(name: string) {
  const { id, selectedRole } = useUser()
  // Raise the number when the stored shape changes.
  return usePlace<T>(ownPlace(id, selectedRole, `${name}.2`))
}

/** The same for a page that needs no sign-in. */
export const usePublicDraftPlace = <T>(name: string) => usePlace<T>(`${office.slug}.${name}`)

type DraftPlace<T> = ReturnType<typeof usePlace<T>>

function usePlace<T>(place: string) {
  return useMemo(
    () => ({
      find: () => readFromTab<StoredDraft<T>>(place),
      /** Stores a draft; without one, deletes the stored one. */
      store: (work: T | undefined) => writeToTab(place, work && { work, storedAt: Date.now() }),
    }),
    [place],
  )
}

/** The fields in which the draft differs from a new one, and the idempotency key of these values. */
interface Changes<D> {
  readonly typed: Partial<D>
  readonly senderKey: string
}

/**
 * The `saved` of a form session whose draft is stored in the tab while the user types. A stored draft is restored at once
 * or, where the page `asks`, is in `found` until `resume` or `forget`.
 */
export function useStoredDraft<D extends object>(name: string, start: D | (() => D), asks = false) {
  return useDraftAt(useDraftPlace<Changes<D>>(name), start, asks)
}

/** The same, stored at a place. */
export function useDraftAt<D extends object>(place: DraftPlace<Changes<D>>, start: D | (() => D), asks = false) {
  const [fresh] = useState(start)
  const begin = (changes?: Changes<D>) => ({
    work: { ...fresh, ...changes?.typed },
    senderKey: changes?.senderKey ?? newSenderKey(),
    isResumed: changes !== undefined,
  })
  const [found, setFound] = useState(place.find)
  const [state, setState] = useState(() => begin(asks ? undefined : found?.work))
  const write = (work: D, senderKey: string) => {
    const keys = changedKeys(work, fresh)
    const typed = Object.fromEntries(keys.map((key) => [key, work[key]])) as Partial<D>
    setState({ work, senderKey, isResumed: state.isResumed && keys.length > 0 })
    place.store(keys.length > 0 ? { typed, senderKey } : undefined)
  }
  return {
    ...state,
    write,
    /** Notes that somebody is still there, although nothing was typed. */
    touch: () => write(state.work, state.senderKey),
    /** Deletes the draft after it was sent or discarded. */
    forget: () => {
      setFound(undefined)
      write(fresh, newSenderKey())
    },
    found: asks && found ? { draft: begin(found.work).work, storedAt: found.storedAt } : undefined,
    resume: () => {
      setFound(undefined)
      setState(begin(found?.work))
    },
  }
}
