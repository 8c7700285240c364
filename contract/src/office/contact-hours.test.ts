import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '../kit/messages.ts'
import { dayIn, type PlainDate } from '../kit/plain-date.ts'
import { availabilityAt, easterSunday, isContactDay, isHoliday, wordsOf } from './contact-hours.ts'

/** 'closed' or 'open', and the instant of the next change. */
const stateAt = (now: string) => {
  const state = availabilityAt(new Date(now))
  return state.isOpen ? ['open', state.closesAt.toISOString()] : ['closed', state.opensAt.toISOString()]
}

describe('Easter', () => {
  // Dates from almanacs; 1818 and 2285 are the earliest possible days, 1943 and 2038 the latest.
  test.each([
    [1818, '1818-03-22'],
    [1943, '1943-04-25'],
    [1954, '1954-04-18'],
    [1981, '1981-04-19'],
    [2000, '2000-04-23'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2028, '2028-04-16'],
    [2029, '2029-04-01'],
    [2030, '2030-04-21'],
    [2038, '2038-04-25'],
    [2049, '2049-04-18'],
    [2076, '2076-04-19'],
    [2285, '2285-03-22'],
  ])('of %i is on %s', (year, day) => expect(easterSunday(year)).toBe(day))

  test('is always a Sunday from 22 March to 25 April', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1600, max: 4000 }), (year) => {
        const day = easterSunday(year)
        expect(new Date(`${day}T00:00:00Z`).getUTCDay()).toBe(0)
        expect(day.slice(5) >= '03-22' && day.slice(5) <= '04-25').toBe(true)
      }),
    )
  })
})

describe('holidays', () => {
  test('of 2026 are those that the law lists', () => {
    const days = Array.from(
      { length: 365 },
      (_, index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10) as PlainDate,
    )
    expect(days.filter(isHoliday).map((day) => day.slice(5))).toEqual([
      ...['01-01', '01-06', '04-05', '04-06', '04-25', '05-01', '06-02', '08-15'],
      ...['10-04', '11-01', '12-08', '12-25', '12-26'],
    ])
  })

  test('include 4 October from 2026 on', () => {
    expect(isHoliday('2024-10-04')).toBe(false)
    expect(isHoliday('2027-10-04')).toBe(true)
  })

  // Patron saints of single towns, and days that a law of 1977 removed.
  test.each(['2026-06-29', '2026-03-19', '2026-11-04', '2026-12-24', '2026-12-31'] as const)(
    'do not include %s',
    (day) => expect(isHoliday(day)).toBe(false),
  )
})

describe('the contact centre', () => {
  test.each([
    ['before it opens', '2026-11-18T06:59:59Z', 'closed', '2026-11-18T07:00:00.000Z'],
    ['at 8:00 in winter', '2026-11-18T07:00:00Z', 'open', '2026-11-18T16:00:00.000Z'],
    ['a second before it closes', '2026-11-18T15:59:59Z', 'open', '2026-11-18T16:00:00.000Z'],
    ['at 17:00', '2026-11-18T16:00:00Z', 'closed', '2026-11-19T07:00:00.000Z'],
    ['at 8:00 in summer', '2026-07-15T06:00:00Z', 'open', '2026-07-15T15:00:00.000Z'],
    ['at 17:00 in summer', '2026-07-15T15:00:00Z', 'closed', '2026-07-16T06:00:00.000Z'],
    ['on a Friday evening', '2026-11-20T18:00:00Z', 'closed', '2026-11-23T07:00:00.000Z'],
    ['on a Saturday', '2026-11-21T10:00:00Z', 'closed', '2026-11-23T07:00:00.000Z'],
    ['on a Friday before the clocks go forward', '2026-03-27T17:00:00Z', 'closed', '2026-03-30T06:00:00.000Z'],
    ['on the Sunday when they do', '2026-03-29T00:59:59Z', 'closed', '2026-03-30T06:00:00.000Z'],
    ['on a Friday before they go back', '2026-10-23T16:00:00Z', 'closed', '2026-10-26T07:00:00.000Z'],
    ['before Easter', '2026-04-03T15:00:00Z', 'closed', '2026-04-07T06:00:00.000Z'],
    ['on Easter Monday', '2026-04-06T10:00:00Z', 'closed', '2026-04-07T06:00:00.000Z'],
    ['on a holiday in the week', '2026-06-02T08:00:00Z', 'closed', '2026-06-03T06:00:00.000Z'],
    ['on Saint Francis 2027', '2027-10-04T08:00:00Z', 'closed', '2027-10-05T06:00:00.000Z'],
    ['over Christmas', '2026-12-24T16:30:00Z', 'closed', '2026-12-28T07:00:00.000Z'],
    ['at the turn of the year', '2026-12-31T23:30:00Z', 'closed', '2027-01-04T07:00:00.000Z'],
    ['when it is tomorrow in Italy already', '2026-11-17T23:30:00Z', 'closed', '2026-11-18T07:00:00.000Z'],
  ])('%s', (_when, now, state, until) => expect(stateAt(now)).toEqual([state, until]))

  const instants = fc.date({ min: new Date('2024-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  const clock = (instant: Date) =>
    new Intl.DateTimeFormat('it', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' }).format(instant)

  test('changes its state only at 8:00 and 17:00 Italian time, on days when it answers', () => {
    fc.assert(
      fc.property(instants, (now) => {
        const state = availabilityAt(now)
        const next = state.isOpen ? state.closesAt : state.opensAt
        expect(next.getTime()).toBeGreaterThan(now.getTime())
        expect(clock(next)).toBe(state.isOpen ? '17:00' : '08:00')
        expect(isContactDay(dayIn('Europe/Rome', next))).toBe(true)
        expect(availabilityAt(next).isOpen).toBe(!state.isOpen)
        expect(availabilityAt(new Date(next.getTime() - 1)).isOpen).toBe(state.isOpen)
      }),
    )
  })

  test('opens again within six days, so that the name of a weekday is unambiguous', () => {
    fc.assert(
      fc.property(instants, (now) => {
        const state = availabilityAt(now)
        if (!state.isOpen) expect(state.opensAt.getTime() - now.getTime()).toBeLessThan(6 * 86_400_000)
      }),
    )
  })
})

describe('the sentence about the contact centre', () => {
  const wordsAt = (now: string, language = 'it') => wordsOf(availabilityAt(new Date(now)), new Date(now), language)

  test.each([
    ['2026-11-18T10:00:00Z', 'open', ''],
    ['2026-11-18T06:00:00Z', 'opensToday', 'mercoledì'],
    ['2026-11-18T18:00:00Z', 'opensTomorrow', 'giovedì'],
    ['2026-11-22T18:00:00Z', 'opensTomorrow', 'lunedì'],
    ['2026-11-20T18:00:00Z', 'opensOn', 'lunedì'],
    ['2026-04-03T18:00:00Z', 'opensOn', 'martedì'],
  ])('at %s are %s %s', (now, key, day) => expect(wordsAt(now)).toEqual({ key, day, opens: '8:00', closes: '17:00' }))

  test('writes the times in the format of the language', () => {
    expect([wordsAt('2026-11-18T10:00:00Z', 'es'), wordsAt('2026-11-18T10:00:00Z', 'fr')]).toMatchObject([
      { opens: '8:00', closes: '17:00' },
      { opens: '8\u00a0h', closes: '17\u00a0h' },
    ])
  })

  test('names the day in each language', () => {
    const days = languages.map((language) => wordsAt('2026-11-20T18:00:00Z', language).day)
    expect(days).toEqual(['lunedì', 'Monday', 'lundi', 'lunes', 'الاثنين', 'پیر'])
  })
})
