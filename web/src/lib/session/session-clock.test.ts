import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSessionClock, readingOf, secondsUntil, sessionClock, useSecondsLeft } from './session-clock.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => {
  sessionClock.forget()
  vi.useRealTimers()
})

test('the end is reckoned from when the call set out: rather too early than late', () => {
  expect(readingOf(5000, 1800)).toEqual({ askedAt: 5000, endsAt: 1_805_000 })
})

test.each([
  [300_000, 0, 300],
  [299_999, 0, 300],
  [299_000, 0, 299],
  [1, 0, 1],
  [0, 0, 0],
  [0, 5000, 0],
])('an end at %i ms, seen at %i ms, is %i seconds away', (endsAt, now, seconds) => {
  expect(secondsUntil(endsAt, now)).toBe(seconds)
})

test('nothing is known before the first answer', () => {
  expect(createSessionClock().state().reading).toBeUndefined()
})

test('of two readings the one asked later holds, whichever arrives first', () => {
  const clock = createSessionClock()
  clock.hear(readingOf(2000, 1800))
  clock.hear(readingOf(1000, 300))
  expect(clock.state().reading).toEqual(readingOf(2000, 1800))
  clock.hear(readingOf(3000, 1700))
  expect(clock.state().reading).toEqual(readingOf(3000, 1700))
})

test('an ended session stays ended, and for its first reason, until somebody signs in', () => {
  const clock = createSessionClock()
  clock.hear(readingOf(0, 1800))
  clock.end('left')
  clock.end('expired')
  clock.hear(readingOf(9000, 1800))
  expect(clock.state()).toEqual({ reading: undefined, ending: 'left', isChanging: false })
  clock.begin(readingOf(9000, 1800))
  expect(clock.state()).toEqual({ reading: readingOf(9000, 1800), ending: undefined, isChanging: false })
})

test('a listener is called on each change until it unsubscribes', () => {
  const clock = createSessionClock()
  const heard = vi.fn()
  const stop = clock.listen(heard)
  clock.hear(readingOf(0, 10))
  clock.end('closed')
  stop()
  clock.forget()
  expect(heard).toHaveBeenCalledTimes(2)
})

test('the seconds left are counted down, and any answer resets them', () => {
  const { result } = renderHook(useSecondsLeft)
  expect(result.current).toBeUndefined()
  act(() => sessionClock.hear(readingOf(Date.now(), 1800)))
  expect(result.current).toBe(1800)
  act(() => vi.advanceTimersByTime(46_000))
  expect(result.current).toBe(1754)
  act(() => sessionClock.hear(readingOf(Date.now(), 1800)))
  expect(result.current).toBe(1800)
})

test('a computer that slept knows the time left as soon as the tab is seen again', () => {
  const { result } = renderHook(useSecondsLeft)
  act(() => sessionClock.hear(readingOf(Date.now(), 1800)))
  vi.setSystemTime(Date.now() + 1_700_000)
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect(result.current).toBe(100)
})
