import { dayMs } from '@portal/contract'
import type { Draws } from './random.ts'

const minuteMs = 60_000

/** An instant within office hours on the same day, or on the Monday after a weekend. */
function officeHourOn(draws: Draws, instant: Date): Date {
  const day = new Date(instant)
  while ([0, 6].includes(day.getUTCDay())) day.setTime(day.getTime() + dayMs)
  day.setUTCHours(draws.between(7, 15), draws.between(0, 59), draws.between(0, 59))
  return day
}

/** A timeline of steps from an instant; the staff works in office hours, and others at any hour. */
export function timelineFrom<Action extends object>(
  draws: Draws,
  start: Date,
  isAtAnyHour: (action: Action) => boolean,
) {
  let at = start
  const steps: (Action & { readonly at: Date })[] = []
  /** Adds a step in office hours of a day, or shortly after the previous step if that is later. */
  function on(day: Date, action: Action | ((at: Date) => Action)): void {
    const earliest = !(action instanceof Function) && isAtAnyHour(action) ? day : officeHourOn(draws, day)
    at = earliest > at ? earliest : new Date(at.getTime() + draws.between(4, 45) * minuteMs)
    steps.push({ ...(action instanceof Function ? action(at) : action), at })
  }
  return {
    steps,
    on,
    /** Adds a step `least` to `most` days after the previous one. */
    after: ([least, most]: readonly [number, number], action: Action | ((at: Date) => Action)): void =>
      on(new Date(at.getTime() + draws.between(least, most) * dayMs), action),
  }
}
