import { useState } from 'react'
import { useUser } from '#lib/session/current-user.ts'
import { deleteStoredDraft, findStoredDraft, storeDraft } from './case-draft-store.ts'

interface Options<T> {
  readonly fresh: () => T
  /** True if the draft has content worth keeping. */
  readonly isBegun: (work: T) => boolean
}

/** A draft at one place of a case, kept in the tab while the user types; a stored draft is restored. */
export function useStoredDraft<T>(name: string, { fresh, isBegun }: Options<T>) {
  const user = useUser()
  const [kept] = useState(() => findStoredDraft<T>(user, name)?.work)
  const [work, setWork] = useState(kept ?? fresh)
  const [isResumed, setResumed] = useState(kept !== undefined)
  return {
    work,
    /** True while the draft restored at the start is not empty. */
    isResumed,
    isBegun: () => isBegun(work),
    write: (next: T) => {
      setWork(next)
      setResumed(isResumed && isBegun(next))
      if (isBegun(next)) storeDraft(user, name, next)
      else deleteStoredDraft(user, name)
    },
    /** Deletes the draft after it was sent or discarded. */
    forget: () => {
      deleteStoredDraft(user, name)
      setWork(fresh)
      setResumed(false)
    },
  }
}
