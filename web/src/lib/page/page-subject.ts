import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** What the page on show adds to the title of the window. */
export interface PageSubject {
  /** The record that it is about. */
  readonly name?: string | undefined
  /** Its own title, where it depends on the record, as in a historical view. */
  readonly title?: string | undefined
}

const none: PageSubject = {}
let subject = none
const changes = createListeners()

function setSubject(next: PageSubject) {
  subject = next
  changes.tell()
}

/** Names the record that a page is about in the title of the window, while the caller is mounted. No personal data. */
export function useNameInTitle(name: string | undefined, title?: string) {
  useEffect(() => {
    setSubject({ name, title })
    return () => setSubject(none)
  }, [name, title])
}

/** What goes into the title. */
export const usePageSubject = () =>
  useSyncExternalStore(
    changes.add,
    () => subject,
    () => none,
  )
