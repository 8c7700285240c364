import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the browser has a network at all: when it says no it is right, when it says yes one has to try. */
export const isOnline = () => navigator.onLine
export const useIsOnline = () => useSyncExternalStore(subscribe, isOnline, () => true)

/** Settles once there is a network; rejects with the signal's reason when nobody waits any more. */
export function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    if (isOnline()) return resolve()
    const stop = subscribe(() => {
      if (!isOnline()) return
      stop()
      resolve()
    })
    signal.addEventListener('abort', () => {
      stop()
      reject(signal.reason)
    })
  })
}
