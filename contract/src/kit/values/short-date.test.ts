import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatScreenDate, type PlainDate } from '../plain-date.ts'
import { readShortDate } from './short-date.ts'

const today = '2026-11-28' as PlainDate
const past = { today, latest: today }

describe('a day that must not be in the future', () => {
  test.each([
    ['20112026', '2026-11-20'],
    ['20261120', '2026-11-20'],
    ['201126', '2026-11-20'],
    ['2011', '2026-11-20'],
    ['20/11', '2026-11-20'],
    ['1/2/90', '1990-02-01'],
    ['1-2-90', '1990-02-01'],
    ['1.2.26', '2026-02-01'],
    ['010290', '1990-02-01'],
    ['28/11', '2026-11-28'],
    ['29/11', '2025-11-29'],
    ['29/11/26', '1926-11-29'],
    ['29/2', '2024-02-29'],
    ['٢٠/١١', '2026-11-20'],
    ['oggi', '2026-11-28'],
    [' Ieri ', '2026-11-27'],
    ['yesterday', '2026-11-27'],
    ["aujourd'hui", '2026-11-28'],
    ['20 novembre 2026', '2026-11-20'],
    ['20/11/2026', '2026-11-20'],
    // Later than the field allows, and said in full: the field says so.
    ['01/12/2026', '2026-12-01'],
    ['domani', '2026-11-29'],
  ])('%j is %s', (typed, day) => expect(readShortDate(typed, past)).toBe(day))
})

test.each(['', '31/2', '2', '20/13', '3102', '2011202', '20/11/026', 'forse', ' '.repeat(100_000)])(
  '%.20j is no day',
  (typed) => expect(readShortDate(typed, past)).toBeUndefined(),
)

test.each([
  ['27/11', '2027-11-27'],
  ['29/11', '2026-11-29'],
  ['1/2/27', '2027-02-01'],
  ['1/2/28', '1928-02-01'],
])('without a limit, %j is at most a year ahead: %s', (typed, day) => expect(readShortDate(typed, { today })).toBe(day))

test('a day of the last year comes back from whatever is left out of it', () => {
  const days = fc.date({ min: new Date('2025-11-29'), max: new Date('2026-11-28'), noInvalidDate: true })
  fc.assert(
    fc.property(days, fc.constantFrom('/', '-', '.', ' ', ''), fc.boolean(), (date, separator, hasYear) => {
      const day = date.toISOString().slice(0, 10) as PlainDate
      const [dd, mm, yyyy = ''] = formatScreenDate(day).split('/')
      const typed = [dd, mm, ...(hasYear ? [yyyy.slice(2)] : [])].join(separator)
      expect([typed, readShortDate(typed, past)]).toEqual([typed, day])
    }),
  )
})
