export interface Notice {
  readonly kind: 'success' | 'error'
  /** Absent: the usual sentence of its kind. */
  readonly body?: string | undefined
}

type Listener = (notice: Notice) => void
const listeners = new Set<Listener>()

/** Shows a toast, wherever in the program it comes from. */
export const notify = (notice: Notice) => {
  for (const listener of listeners) listener(notice)
}

/** Hears every notice; the returned function stops it. */
export const onNotice = (listener: Listener) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
