import { addDays, type PlainDate } from '../kit/plain-date.ts'
import { isHoliday } from './contact-hours.ts'

/**
 * What a law does with a term whose last day is free: Italian law moves it from a Sunday or holiday (civil code, art. 2963(3)), European
 * law from a Saturday too (Regulation 1182/71, art. 3(4)).
 */
export type TermRule = 'italian' | 'european'

const sunday = 0
const saturday = 6
const weekdayOf = (day: PlainDate) => new Date(`${day}T00:00:00Z`).getUTCDay()

function isFree(day: PlainDate, rule: TermRule): boolean {
  const weekday = weekdayOf(day)
  return weekday === sunday || isHoliday(day) || (rule === 'european' && weekday === saturday)
}

/** Whether a term that ends on this day may have been moved to it: the day before is free. */
export const mayBeMoved = (end: PlainDate, rule: TermRule): boolean => isFree(addDays(end, -1), rule)

/** The last day of a term: of one that ends on a free day, the first day after it that is not free. */
export function endOfTerm(lastDay: PlainDate, rule: TermRule): PlainDate {
  let day = lastDay
  while (isFree(day, rule)) day = addDays(day, 1)
  return day
}

/** How a term counts: every day, or those from Monday to Friday that are no holidays. */
export const dayKinds = ['calendar', 'working'] as const
export type DayKind = (typeof dayKinds)[number]

/** The last day of a term of so many days after a day. */
export function lastDayOf(after: PlainDate, days: number, kind: DayKind): PlainDate {
  if (kind === 'calendar') return addDays(after, days)
  let day = after
  for (let left = days; left > 0; left--) day = endOfTerm(addDays(day, 1), 'european')
  return day
}
