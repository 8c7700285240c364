import { dayIn, dayMs, officeZone, type PlainDate } from '../kit/plain-date.ts'

const zone = officeZone

/** When the contact centre answers, Monday to Friday (specification 1 §1), in minutes after midnight. */
export const contactHours = { opens: 8 * 60, closes: 17 * 60 } as const

/** Month and day of the fixed national holidays (law 260/1949 as amended). */
const fixedHolidays = [
  '01-01',
  '01-06',
  '04-25',
  '05-01',
  '06-02',
  '08-15',
  '11-01',
  '12-08',
  '12-25',
  '12-26',
] as const

/** Law 151/2025: the feast of Saint Francis is a holiday again, from 2026. */
const saintFrancis = { day: '10-04', since: 2026 } as const

const instantOf = (day: PlainDate) => Date.parse(`${day}T00:00:00Z`)
const dayAfter = (day: PlainDate, days = 1) =>
  new Date(instantOf(day) + days * dayMs).toISOString().slice(0, 10) as PlainDate
/** 0 is Sunday. */
const weekdayOf = (day: PlainDate) => new Date(instantOf(day)).getUTCDay()

/** Easter Sunday of the Gregorian calendar, by Gauss's rule as Lichtenberg completed it. */
export function easterSunday(year: number): PlainDate {
  const century = Math.floor(year / 100)
  const moonShift = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25)
  const sunShift = 2 - Math.floor((3 * century + 3) / 4)
  const cycle = year % 19
  const germ = (19 * cycle + moonShift) % 30
  const correction = Math.floor((germ + Math.floor(cycle / 11)) / 29)
  const fullMoon = 21 + germ - correction
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sunShift) % 7)
  const afterFullMoon = 7 - ((fullMoon - firstSunday) % 7)
  return dayAfter(`${year}-03-01` as PlainDate, fullMoon + afterFullMoon - 1)
}

/** Whether a day is a national holiday of Italy; a Sunday alone is not. */
export function isHoliday(day: PlainDate): boolean {
  const year = Number(day.slice(0, 4))
  const inYear = day.slice(5)
  if (fixedHolidays.some((holiday) => holiday === inYear)) return true
  if (inYear === saintFrancis.day) return year >= saintFrancis.since
  const easter = easterSunday(year)
  return day === easter || day === dayAfter(easter)
}

/** The Monday of the week of a day. */
export const mondayOf = (day: PlainDate): PlainDate => dayAfter(day, -((weekdayOf(day) + 6) % 7))

/** Whether the contact centre answers on a day. */
export function isContactDay(day: PlainDate): boolean {
  const weekday = weekdayOf(day)
  return weekday >= 1 && weekday <= 5 && !isHoliday(day)
}

// Created once: creating a format costs a hundred times as much as using it.
const clockInRome = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Minutes after midnight on the clock in Italy. */
function minutesInRome(instant: Date): number {
  const [hour, minute] = clockInRome.format(instant).split(':')
  return Number(hour) * 60 + Number(minute)
}

/** The hour on the clock in Italy, from 0 to 23. */
export const hourInRome = (instant: Date): number => Math.floor(minutesInRome(instant) / 60)

/** The instant `minutes` after midnight of a day in Italy. Valid for daytime hours, in which the clocks never change. */
function inRome(day: PlainDate, minutes: number): Date {
  const asIfUtc = new Date(instantOf(day) + minutes * 60_000)
  return new Date(asIfUtc.getTime() - (minutesInRome(asIfUtc) - minutes) * 60_000)
}

/** Whether the contact centre answers, and until when, or when it answers next. */
export type Availability =
  | { readonly isOpen: true; readonly closesAt: Date }
  | { readonly isOpen: false; readonly opensAt: Date }

export function availabilityAt(now: Date): Availability {
  const today = dayIn(zone, now)
  const minutes = minutesInRome(now)
  if (isContactDay(today) && minutes < contactHours.closes)
    return minutes >= contactHours.opens
      ? { isOpen: true, closesAt: inRome(today, contactHours.closes) }
      : { isOpen: false, opensAt: inRome(today, contactHours.opens) }
  let day = dayAfter(today)
  while (!isContactDay(day)) day = dayAfter(day)
  return { isOpen: false, opensAt: inRome(day, contactHours.opens) }
}

/** 8:00, or 8 h in French. */
function timeIn(language: string, minutes: number): string {
  const [hour, rest] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')]
  if (language !== 'fr') return `${hour}:${rest}`
  return rest === '00' ? `${hour}\u00a0h` : `${hour}\u00a0h\u00a0${rest}`
}

/** Opening and closing time of the contact centre, in the format of a language. */
export const contactTimesIn = (language: string) => ({
  opens: timeIn(language, contactHours.opens),
  closes: timeIn(language, contactHours.closes),
})

/** The sentence for the state of the contact centre: its key under `contactCentre` in the texts, and its parameters. */
export interface AvailabilityWords {
  readonly key: 'open' | 'opensToday' | 'opensTomorrow' | 'opensOn'
  /** Name of the weekday in the language. */
  readonly day: string
  readonly opens: string
  readonly closes: string
}

export function wordsOf(availability: Availability, now: Date, language: string): AvailabilityWords {
  const times = contactTimesIn(language)
  if (availability.isOpen) return { key: 'open', day: '', ...times }
  const today = dayIn(zone, now)
  const day = new Intl.DateTimeFormat(language, { timeZone: zone, weekday: 'long' }).format(availability.opensAt)
  const nextDay = dayIn(zone, availability.opensAt)
  if (nextDay === today) return { key: 'opensToday', day, ...times }
  return { key: nextDay === dayAfter(today) ? 'opensTomorrow' : 'opensOn', day, ...times }
}
