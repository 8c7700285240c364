import { useSyncExternalStore } from 'react'

let running = 0
const listeners = new Set<() => void>()

const tell = (change: number) => {
  running += change
  for (const listener of listeners) listener()
}

/** Keeps the screen marked as busy while `work` runs. */
export async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  tell(1)
  try {
    return await work()
  } finally {
    tell(-1)
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while a call runs that the user has to wait for. */
export const useIsBusy = () =>
  useSyncExternalStore(
    subscribe,
    () => running > 0,
    () => false,
  )
