import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '#platform/clock.ts'

/** A clock on which past days happen again, several at a time: work that `at` starts sees the instant that it was given. */
export interface ReplayClock extends Clock {
  at<T>(instant: Date, work: () => Promise<T>): Promise<T>
}

/** Outside `at` it is `today`. */
export function replayClock(today: Date): ReplayClock {
  const instants = new AsyncLocalStorage<Date>()
  return { now: () => instants.getStore() ?? today, at: (instant, work) => instants.run(instant, work) }
}
