import { addDays, type PlainDate, reminderDays } from '@portal/contract'

/** How long an enrolment holds: a year from its decree, or until the end of the year (setting). */
export type EnrolmentTerm = 'anniversary' | 'year_end'

/** The same day of the next year; 28 February for 29 February. */
export function aYearAfter(day: PlainDate): PlainDate {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(year) + 1}-${month}-${month === '02' && date === '29' ? '28' : date}` as PlainDate
}

const endOfYear = (day: PlainDate) => `${day.slice(0, 4)}-12-31` as PlainDate

/** The last day of an enrolment that begins with a decree (decisions §6). */
export const expiryOf = (decreeDate: PlainDate, term: EnrolmentTerm): PlainDate =>
  term === 'year_end' ? endOfYear(decreeDate) : aYearAfter(decreeDate)

/** The last day of a renewed enrolment: a year after the later of the old expiry and the decree, or the end of that year. */
export function renewedExpiryOf(oldExpiry: PlainDate | null, decreeDate: PlainDate, term: EnrolmentTerm): PlainDate {
  const base = oldExpiry !== null && oldExpiry > decreeDate ? oldExpiry : decreeDate
  return term === 'year_end' ? endOfYear(addDays(base, 1)) : aYearAfter(base)
}

/** The last day of the reminder period that was reached, of 60, 30 and 7 days; undefined before the first one. */
export const reminderDaysOf = (expiresOn: PlainDate, today: PlainDate): number | undefined =>
  [...reminderDays].sort((one, other) => one - other).find((days) => addDays(expiresOn, -days) <= today)
