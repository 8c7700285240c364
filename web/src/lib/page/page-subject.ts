import { useEffect, useSyncExternalStore } from 'react'

let subject: string | undefined
const listeners = new Set<() => void>()

function setSubject(next: string | undefined) {
  subject = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
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
    subscribe,
    () => subject,
    () => undefined,
  )
