import { dayIn, type PlainDate } from '@portal/contract'

/** Time as the program sees it; tests pass their own. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Zone of the office: its days and years are Italian ones. */
export const officeZone = 'Europe/Rome'

export const todayOf = (clock: Clock): PlainDate => dayIn(officeZone, clock.now())
