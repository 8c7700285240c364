import { dayIn, dayMs, officeZone, type PlainDate } from '@portal/contract'

/** Source of the current time; tests pass their own. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

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
