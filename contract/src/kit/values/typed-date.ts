import { languages } from '../messages.ts'
import { type PlainDate, parseWireDate } from '../plain-date.ts'
import { withPlainDigits } from './digits.ts'

let months: ReadonlyMap<string, number> | undefined
/** The names of the months in the languages of the interface, long and short, in small letters. */
function monthNames(): ReadonlyMap<string, number> {
  months ??= new Map(
    languages.flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC', calendar: 'gregory' })
        return Array.from(
          { length: 12 },
          (_, index) => [nameOf(format.format(new Date(Date.UTC(2026, index, 1)))), index + 1] as const,
        )
      }),
    ),
  )
  return months
}
const nameOf = (text: string) => text.toLowerCase().replace(/\.$/, '')

/** Longer texts are no dates. */
const longest = 40

/** A day in figures: the year first or last. */
const inFigures = /^(\d{1,4})\s*[./\-\u2010-\u2015\s]\s*(\d{1,2})\s*[./\-\u2010-\u2015\s]\s*(\d{1,4})$/
/** A day with the name of its month. */
const inWords = /^(\d{1,2})[º°.]?\s*(?:de\s+)?(\p{L}[\p{L}\p{M}]*)\.?,?\s*(?:de\s+)?(\d{4})$/u

/**
 * Reads a day as people write or paste it: 1990-02-01, 01/02/1990, 1.2.1990, 1 febbraio 1990, in the digits of every script; the day
 * comes before the month, and the year has four digits. Undefined for anything else, and for a day that there is not.
 */
export function readTypedDate(typed: string): PlainDate | undefined {
  if (typed.length > longest) return undefined
  const text = withPlainDigits(typed.replace(/\p{Cf}/gu, '')).trim()
  const [, first = '', month = '', last = ''] = inFigures.exec(text) ?? []
  if (first.length === 4) return dayOf(first, month, last)
  if (last.length === 4) return dayOf(last, month, first)
  const [, day = '', name = '', year = ''] = inWords.exec(text) ?? []
  const number = monthNames().get(nameOf(name))
  return number === undefined ? undefined : dayOf(year, String(number), day)
}

const dayOf = (year: string, month: string, day: string) =>
  parseWireDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
