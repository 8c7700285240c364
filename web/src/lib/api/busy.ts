import { useSyncExternalStore } from 'react'
import { createListeners } from '../page/listeners.ts'

let running = 0
const changes = createListeners()

const tell = (change: number) => {
  running += change
  changes.tell()
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

/** True while a call runs that the user has to wait for. */
export const useIsBusy = () =>
  useSyncExternalStore(
    changes.add,
    () => running > 0,
    () => false,
  )
