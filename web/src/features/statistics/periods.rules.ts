import { addDays, dayMs, type PlainDate } from '@portal/contract'

/** The first and last day of a period; without one of them it is open. */
export interface Period {
  readonly from?: PlainDate | undefined
  readonly to?: PlainDate | undefined
}
type ClosedPeriod = Required<{ readonly [K in keyof Period]: PlainDate }>

const millisecondsOf = (day: PlainDate) => Date.parse(day)
const daysIn = ({ from, to }: ClosedPeriod) => (millisecondsOf(to) - millisecondsOf(from)) / dayMs + 1

/** Months since the year 0 of a month such as `2026-03`, or of a day in it. */
const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const monthOf = (number: number) =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`

export const addMonths = (month: string, count: number) => monthOf(monthNumber(month) + count)
/** How many months the second is after the first. */
export const monthsFrom = (first: string, second: string) => monthNumber(second) - monthNumber(first)

const firstDay = (month: string) => `${month}-01` as PlainDate
export const lastDay = (month: string) => addDays(firstDay(addMonths(month, 1)), -1)

/** The same day some months later, or the last of a shorter month. */
function sameDay(day: PlainDate, months: number): PlainDate {
  const month = addMonths(day, months)
  const last = lastDay(month)
  const isInMonth = day.slice(8) <= last.slice(8)
  return isInMonth ? (`${month}-${day.slice(8)}` as PlainDate) : last
}

const isWholeMonths = ({ from, to }: ClosedPeriod) => from.endsWith('-01') && to === lastDay(to)

/** The period of the same length that ends the day before: as many months before whole months, as many days before others. */
export function periodBefore(period: ClosedPeriod): ClosedPeriod {
  const { from, to } = period
  const end = addDays(from, -1)
  return isWholeMonths(period)
    ? { from: firstDay(addMonths(from, -monthsFrom(from, to) - 1)), to: end }
    : { from: addDays(from, -daysIn(period)), to: end }
}

/** The same days a year before; whole months stay whole. */
export const yearBefore = (period: ClosedPeriod): ClosedPeriod => ({
  from: sameDay(period.from, -12),
  to: isWholeMonths(period) ? lastDay(addMonths(period.to, -12)) : sameDay(period.to, -12),
})

export const isClosed = (period: Period): period is ClosedPeriod =>
  period.from !== undefined && period.to !== undefined && period.from <= period.to

/** The year of a day, until that day. */
export const yearUntil = (today: PlainDate): ClosedPeriod => ({
  from: `${today.slice(0, 4)}-01-01` as PlainDate,
  to: today,
})
