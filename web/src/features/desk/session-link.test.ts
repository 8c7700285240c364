import type { User } from '@portal/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { CallError } = await import('#lib/api/call-error.ts')
const { createTab } = await import('#lib/session/session-channel.ts')
const { readingOf, sessionClock, tellSessionRefused } = await import('#lib/session/session-clock.ts')
const { isNews, startSessionLink } = await import('./session-link.ts')

const giulia: User = {
  id: 1,
  taxCode: 'FRRGLI70A41H501U',
  firstName: 'Giulia',
  lastName: 'Ferri',
  isEnabled: true,
  roles: ['manager', 'operatorTwo'],
  selectedRole: 'manager',
  associations: [],
  secondsLeft: 1800,
}

const other = createTab(99)
const ask = vi.fn<() => Promise<User>>()
const enter = vi.fn(async () => undefined)
let stop: () => void = () => undefined

beforeEach(() => {
  ask.mockReset().mockResolvedValue(giulia)
  enter.mockClear()
  sessionClock.begin(readingOf(1000, 1800))
  stop = startSessionLink({ shown: () => (sessionClock.state().ending ? undefined : giulia), ask, enter })
})
afterEach(() => {
  stop()
  sessionClock.forget()
})

const ending = () => sessionClock.state().ending

test('a sign-out in another tab ends the session here, without a question', async () => {
  other.tell({ kind: 'left' })
  await vi.waitFor(() => expect(ending()).toBe('left'))
  expect(ask).not.toHaveBeenCalled()
})

test('the same person in the same role changes nothing', async () => {
  other.tell({ kind: 'present', userId: 1, role: 'manager' })
  other.tell({ kind: 'reading', reading: readingOf(5000, 1800) })
  await vi.waitFor(() => expect(sessionClock.state().reading).toEqual(readingOf(5000, 1800)))
  expect(ask).not.toHaveBeenCalled()
})

test('another role leads to its first page', async () => {
  const changed: User = { ...giulia, selectedRole: 'operatorTwo' }
  ask.mockResolvedValue(changed)
  other.tell({ kind: 'present', userId: 1, role: 'operatorTwo' })
  await vi.waitFor(() => expect(enter).toHaveBeenCalledWith(changed, false))
})

test('after the end the same person signed in again goes on where they were', async () => {
  sessionClock.end('expired')
  other.tell({ kind: 'present', userId: 1, role: 'manager' })
  await vi.waitFor(() => expect(enter).toHaveBeenCalledWith(giulia, true))
})

test('a refused call ends the page when nobody has the session any more', async () => {
  ask.mockRejectedValue(new CallError(401))
  tellSessionRefused()
  await vi.waitFor(() => expect(ending()).toBe('closed'))
})

test('a server that does not answer ends nothing: it is asked again', async () => {
  vi.useFakeTimers()
  ask.mockRejectedValueOnce(new CallError(0))
  tellSessionRefused()
  await vi.advanceTimersByTimeAsync(4000)
  vi.useRealTimers()
  expect(ask).toHaveBeenCalledTimes(2)
  expect(ending()).toBeUndefined()
})

test('what comes while an answer is on its way is asked after', async () => {
  other.tell({ kind: 'present', userId: 1, role: 'operatorTwo' })
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  other.tell({ kind: 'present', userId: 1, role: 'registerAdmin' })
  await vi.waitFor(() => expect(ask.mock.calls.length).toBeGreaterThanOrEqual(2))
})

test('a page that the browser kept asks who is there when it is shown again', async () => {
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
})

test('a refused call of an earlier cookie changes nothing', async () => {
  tellSessionRefused()
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  await Promise.resolve()
  expect(ending()).toBeUndefined()
  expect(enter).not.toHaveBeenCalled()
})

test('a reading is shown to the other tabs when it moves the end; a poll that confirms it is not', async () => {
  const heard = vi.fn()
  const leave = other.hear(heard)
  sessionClock.hear(readingOf(6000, 1795))
  sessionClock.hear(readingOf(60_000, 1800))
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[{ kind: 'reading', reading: readingOf(60_000, 1800) }]]))
  leave()
})

test('a reading from another tab is not sent back', async () => {
  const heard = vi.fn()
  const leave = createTab(98).hear(heard)
  const reading = readingOf(90_000, 1800)
  other.tell({ kind: 'reading', reading })
  await vi.waitFor(() => expect(sessionClock.state().reading).toEqual(reading))
  // A reading of its own arrives after everything it sent back.
  const own = readingOf(180_000, 1800)
  sessionClock.hear(own)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith({ kind: 'reading', reading: own }))
  expect(heard.mock.calls).toEqual([[{ kind: 'reading', reading }], [{ kind: 'reading', reading: own }]])
  leave()
})

test.each([
  [readingOf(6000, 1795), readingOf(1000, 1800), false],
  [readingOf(6000, 1800), readingOf(1000, 1800), true],
  [readingOf(1000, 1700), readingOf(6000, 1800), false],
  [readingOf(1000, 1800), undefined, true],
])('reading %j after %j is news: %s', (reading, known, expected) => {
  expect(isNews(reading, known)).toBe(expected)
})
