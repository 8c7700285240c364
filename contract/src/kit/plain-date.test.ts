import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayIn,
  formatScreenDate,
  formatWireDate,
  type PlainDate,
  parseScreenDate,
  parseWireDate,
} from './plain-date.ts'

const anyDay = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10) as PlainDate)

describe('a day', () => {
  test('survives the way to the screen and back, and to the wire and back', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(parseScreenDate(formatScreenDate(day))).toBe(day)
        expect(parseWireDate(formatWireDate(day))).toBe(day)
      }),
    )
  })

  test('is shown as DD/MM/YYYY and sent as midnight UTC', () => {
    expect(formatScreenDate('2026-03-09')).toBe('09/03/2026')
    expect(formatWireDate('2026-03-09')).toBe('2026-03-09T00:00:00.000Z')
  })

  test.each([
    '9/3/2026',
    '09-03-2026',
    '2026/03/09',
    '09/03/26',
    '31/02/2026',
    '29/02/2025',
    '00/01/2026',
    '01/13/2026',
    '01/01/0999',
    'ieri',
    '',
  ])('%s is not a day on a screen', (text) => expect(parseScreenDate(text)).toBeUndefined())

  test.each(['2026-03-09', '2026-03-09T00:00:00Z', '2026-03-09T00:00:00.000Z', '2026-03-09T00:00:00+00:00'])(
    '%s is a day on the wire',
    (text) => expect(parseWireDate(text)).toBe('2026-03-09'),
  )

  test.each([
    '2026-03-09T10:00:00.000Z',
    '2026-03-09T00:00:00+01:00',
    '2026-02-30',
    '09/03/2026',
    '2026-3-9',
    '+2026-03-09',
  ])('%s is not a day on the wire', (text) => expect(parseWireDate(text)).toBeUndefined())

  test('depends on the time zone: midnight in Rome is before midnight in UTC', () => {
    expect(dayIn('Europe/Rome', new Date('2026-12-31T23:30:00Z'))).toBe('2027-01-01')
    expect(dayIn('UTC', new Date('2026-12-31T23:30:00Z'))).toBe('2026-12-31')
  })

  test.each(['Europe/Rome', 'UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'])(
    'is that of the calendar in %s, at whatever moment and however often it is asked for',
    (zone) => {
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
      const moments = fc.date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      fc.assert(
        fc.property(moments, fc.integer({ min: 0, max: 900_000 }), (moment, more) => {
          for (const instant of [moment, new Date(moment.getTime() + more)])
            expect(dayIn(zone, instant)).toBe(format.format(instant))
        }),
        { numRuns: 2000 },
      )
    },
  )
})
