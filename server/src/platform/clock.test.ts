import { dayIn, officeZone, type PlainDate } from '@portal/contract'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dayStart, followClock } from './clock.ts'

test.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z'],
  ['2026-07-15', '2026-07-14T22:00:00.000Z'],
  // The days on which the clocks change, and those after them.
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
] as const)('%s begins in Rome at %s', (day, instant) => {
  expect(dayStart(day).toISOString()).toBe(instant)
})

test('a day begins with its first second', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10) as PlainDate
      const start = dayStart(day).getTime()
      expect(dayIn(officeZone, new Date(start))).toBe(day)
      expect(dayIn(officeZone, new Date(start - 1000)) < day).toBe(true)
    }),
  )
})

test('a clock that follows another one neither jumps nor stays with the clock of the system', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let source = new Date('2026-11-20T10:00:00.000Z')
  const clock = await followClock(async () => source)
  expect(clock.now()).toEqual(source)
  vi.advanceTimersByTime(1500)
  vi.setSystemTime('2026-11-20T23:00:00.000Z')
  expect(clock.now()).toEqual(new Date('2026-11-20T10:00:01.500Z'))
  source = new Date('2026-11-20T10:00:07.000Z')
  await clock.follow?.()
  expect(clock.now()).toEqual(source)
})

test('a clock whose source cannot be read goes on by itself', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const times = [new Date('2026-11-20T10:00:00.000Z')]
  const clock = await followClock(async () => times.pop() ?? Promise.reject(new Error('away')))
  vi.advanceTimersByTime(60_000)
  await expect(clock.follow?.()).rejects.toThrow('away')
  expect(clock.now()).toEqual(new Date('2026-11-20T10:01:00.000Z'))
})
