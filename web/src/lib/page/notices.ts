import { createListeners } from './listeners.ts'

export interface Notice {
  readonly kind: 'success' | 'error'
  /** Absent: the usual sentence of its kind. */
  readonly body?: string | undefined
  /** What can still be done about it. */
  readonly action?: NoticeAction | undefined
}

export interface NoticeAction {
  readonly text: string
  /** As `aria-keyshortcuts`. */
  readonly keys?: string
  /** For how long it is offered, at least: nobody loses it who is about to press it. */
  readonly ms: number
  readonly onSelect: () => void
}

const notices = createListeners<[Notice]>()

/** Shows a toast, wherever in the program it comes from. */
export const notify = notices.tell

/** Hears every notice; the returned function stops it. */
export const onNotice = notices.add
