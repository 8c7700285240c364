import { dayIn, officeZone, type PlainDate } from '@portal/contract'

/** Source of the current time; tests pass their own. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The current day in the office's time zone. */
export const todayOf = (clock: Clock): PlainDate => dayIn(officeZone, clock.now())
