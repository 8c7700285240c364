import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '#platform/clock.ts'

/** A clock for replays: `work` and everything it awaits sees `instant` as now. Calls of `at` may overlap. */
export interface ReplayClock extends Clock {
  at<T>(instant: Date, work: () => Promise<T>): Promise<T>
}

/** Outside `at` the clock shows `today`. */
export function replayClock(today: Date): ReplayClock {
  const instants = new AsyncLocalStorage<Date>()
  return { now: () => instants.getStore() ?? today, at: (instant, work) => instants.run(instant, work) }
}
