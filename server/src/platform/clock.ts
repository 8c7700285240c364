import { dayIn, dayMs, officeZone, type PlainDate } from '@portal/contract'

/** Source of the current time; tests pass their own. */
export interface Clock {
  now(): Date
  /** Reads the time of its source again; absent of a clock that has none. */
  readonly follow?: () => Promise<void>
}

export const systemClock: Clock = { now: () => new Date() }

/**
 * A clock that follows another one, such as the database's: several nodes have the same time, and one whose system clock is wrong ends
 * no session early. Between two readings it counts by the timer of the process, which does not jump with the system clock.
 */
export async function followClock(readTime: () => Promise<Date>): Promise<Clock> {
  let startedAt = 0
  async function follow() {
    const before = performance.now()
    const time = await readTime()
    // The time is that of some instant between the question and the answer.
    startedAt = time.getTime() - (before + performance.now()) / 2
  }
  await follow()
  return { now: () => new Date(Math.round(startedAt + performance.now())), follow }
}

/** The current day in the office's time zone. */
export const todayOf = (clock: Clock): PlainDate => dayIn(officeZone, clock.now())

/** The instant at which a day begins in the office's time zone. */
export function dayStart(day: PlainDate): Date {
  // Every zone is less than a day away from UTC.
  let [before, since] = [Date.parse(day) - dayMs, Date.parse(day) + dayMs]
  while (since - before > 1000) {
    const middle = Math.round((before + since) / 2000) * 1000
    if (dayIn(officeZone, new Date(middle)) < day) before = middle
    else since = middle
  }
  return new Date(since)
}
