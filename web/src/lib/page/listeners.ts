/** The listeners of one event; `tell` calls them all. */
export function createListeners<A extends readonly unknown[] = []>() {
  const listeners = new Set<(...of: A) => void>()
  return {
    /** Adds a listener; the returned function removes it. */
    add(listener: (...of: A) => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell(...of: A) {
      for (const listener of listeners) listener(...of)
    },
  }
}
