import { languages } from '../messages.ts'
import { addDays, type PlainDate, parseWireDate } from '../plain-date.ts'
import { withPlainDigits } from './digits.ts'
import { readTypedDate } from './typed-date.ts'

export interface ShortDateRange {
  readonly today: PlainDate
  /** The last day that the field allows; without one, a year from today. */
  readonly latest?: PlainDate | undefined
}

/** How many years back a missing year is looked for: 29 February may be eight years away. */
const yearsBack = 8

let words: ReadonlyMap<string, number> | undefined
/** The words for the days from two before today to two after it, in the languages of the interface. */
function dayWords(): ReadonlyMap<string, number> {
  words ??= new Map(
    languages.flatMap((language) => {
      const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
      return [-2, -1, 0, 1, 2].map((days) => [wordOf(format.format(days, 'day')), days] as const)
    }),
  )
  return words
}
const wordOf = (text: string) => text.toLowerCase().replaceAll('’', "'")

/** Day and month, and a year of two figures or none: 20/11, 1.2.90. */
const inParts = /^(\d{1,2})\s*[./\-\u2010-\u2015\s]\s*(\d{1,2})(?:\s*[./\-\u2010-\u2015\s]\s*(\d{2}))?$/
/** The same without anything between: 2011, 201190, 20111990. */
const inFigures = /^(\d{2})(\d{2})(\d{2}|\d{4})?$/
const yearFirst = /^(\d{4})(\d{2})(\d{2})$/

/**
 * Reads a day as people write it in a hurry, beside all that `readTypedDate` reads: 20112026, 201126, 20/11, 1/2/90, 'oggi', 'ieri'. A
 * missing year, or the century of a year of two figures, is the latest that the range allows. Undefined for anything else.
 */
export function readShortDate(typed: string, range: ShortDateRange): PlainDate | undefined {
  const whole = readTypedDate(typed)
  if (whole || typed.length > 40) return whole
  const text = withPlainDigits(typed.replace(/\p{Cf}/gu, '')).trim()
  const days = dayWords().get(wordOf(text))
  if (days !== undefined) return addDays(range.today, days)
  const [, day = '', month = '', year = ''] = inParts.exec(text) ?? inFigures.exec(text) ?? []
  if (day === '') return undefined
  if (year.length < 4) return latestDay(day, month, year, range)
  const [, first = '', second = '', third = ''] = yearFirst.exec(text) ?? []
  return dayOf(year, month, day) ?? dayOf(first, second, third)
}

function latestDay(day: string, month: string, shortYear: string, { today, latest }: ShortDateRange) {
  const last = latest ?? addDays(today, 365)
  const lastYear = Number(last.slice(0, 4))
  const years = shortYear
    ? [lastYear, lastYear - 100].map((year) => year - ((year - Number(shortYear)) % 100))
    : Array.from({ length: yearsBack + 1 }, (_, back) => lastYear - back)
  return years.map((year) => dayOf(String(year), month, day)).find((found) => found !== undefined && found <= last)
}

const dayOf = (year: string, month: string, day: string) =>
  parseWireDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
