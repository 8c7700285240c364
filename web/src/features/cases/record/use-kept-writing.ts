import { useState } from 'react'
import { useUser } from '#lib/session/current-user.ts'
import { findKept, forgetKept, keepWriting } from './case-draft-store.ts'

interface Options<T> {
  readonly fresh: () => T
  /** Whether there is anything in it to keep. */
  readonly isBegun: (work: T) => boolean
}

/** What somebody types in one place of a case, kept in the tab while they do; whatever was kept there is gone on with. */
export function useKeptWriting<T>(name: string, { fresh, isBegun }: Options<T>) {
  const user = useUser()
  const [kept] = useState(() => findKept<T>(user, name)?.work)
  const [work, setWork] = useState(kept ?? fresh)
  const [isResumed, setResumed] = useState(kept !== undefined)
  return {
    work,
    /** Whether it was written before this place was opened, and not emptied since. */
    isResumed,
    isBegun: () => isBegun(work),
    write: (next: T) => {
      setWork(next)
      setResumed(isResumed && isBegun(next))
      if (isBegun(next)) keepWriting(user, name, next)
      else forgetKept(user, name)
    },
    /** It was sent, or whoever wrote it wants it no more. */
    forget: () => {
      forgetKept(user, name)
      setWork(fresh)
      setResumed(false)
    },
  }
}
