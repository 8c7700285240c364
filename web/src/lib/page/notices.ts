import { createListeners } from './listeners.ts'

export interface Notice {
  readonly kind: 'success' | 'error'
  /** Absent: the usual sentence of its kind. */
  readonly body?: string | undefined
}

const notices = createListeners<[Notice]>()

/** Shows a toast, wherever in the program it comes from. */
export const notify = notices.tell

/** Hears every notice; the returned function stops it. */
export const onNotice = notices.add
