import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

let subject: string | undefined
const changes = createListeners()

function setSubject(next: string | undefined) {
  subject = next
  changes.tell()
}

/** Names the record that a page is about in the title of the window, while the caller is mounted. No personal data. */
export function useNameInTitle(name: string | undefined) {
  useEffect(() => {
    setSubject(name)
    return () => setSubject(undefined)
  }, [name])
}

/** The name that goes into the title. */
export const usePageSubject = () =>
  useSyncExternalStore(
    changes.add,
    () => subject,
    () => undefined,
  )
