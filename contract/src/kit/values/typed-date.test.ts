import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languages } from '../messages.ts'
import type { PlainDate } from '../plain-date.ts'
import { readTypedDate } from './typed-date.ts'

test.each([
  ['1990-02-01', '1990-02-01'],
  ['01/02/1990', '1990-02-01'],
  ['1.2.1990', '1990-02-01'],
  ['1 - 2 - 1990', '1990-02-01'],
  ['01 02 1990', '1990-02-01'],
  ['1 febbraio 1990', '1990-02-01'],
  ['1º febbraio 1990', '1990-02-01'],
  ['1 feb. 1990', '1990-02-01'],
  ['1 February 1990', '1990-02-01'],
  ['1 février 1990', '1990-02-01'],
  ['1 de febrero de 1990', '1990-02-01'],
  ['٠٣/١١/٢٠٢٦', '2026-11-03'],
  ['\u200f٣ نوفمبر ٢٠٢٦', '2026-11-03'],
  ['1990/2/1', '1990-02-01'],
])('%j is %s', (typed, day) => expect(readTypedDate(typed)).toBe(day))

test.each([
  '31/02/2026',
  '13/2/90',
  '2/13/1990',
  'domani',
  '1 febbrai 1990',
  '01021990',
  '',
  '1/2/19900',
  ' '.repeat(100_000),
])('%.30j is no date', (typed) => expect(readTypedDate(typed)).toBeUndefined())

test('every day is read as it is written in the languages of the interface', () => {
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(
      day,
      fc.constantFrom(...languages),
      fc.constantFrom('long', 'numeric', '2-digit'),
      (date, language, month) => {
        const written = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
          day: 'numeric',
          month,
          year: 'numeric',
          timeZone: 'UTC',
          calendar: 'gregory',
        }).format(date)
        const expected = date.toISOString().slice(0, 10) as PlainDate
        // Some write the year with the name of its era, or the month first, which is not read.
        const read = readTypedDate(written)
        if (read !== undefined) expect([written, read]).toEqual([written, expected])
        if (language !== 'ur') expect([written, read]).toEqual([written, expected])
      },
    ),
    { numRuns: 1000 },
  )
})
