import { afterEach, expect, test } from 'vitest'
import { today } from './i18n/format.tsx'
import { hearServerTime, serverNow } from './server-time.ts'

afterEach(() => hearServerTime(new Date().toUTCString()))

const hourMs = 3_600_000
const serverAfter = (hours: number) => {
  const time = new Date(Date.now() + hours * hourMs)
  hearServerTime(time.toUTCString())
  return time
}

test('today is the day of the server, where the clock of the device is 26 hours behind', () => {
  const deviceDay = today()
  const server = serverAfter(26)
  expect(today() > deviceDay).toBe(true)
  expect(Math.abs(serverNow().getTime() - server.getTime())).toBeLessThan(5000)
})

test('and where it is a day ahead', () => {
  const deviceDay = today()
  serverAfter(-25)
  expect(today() < deviceDay).toBe(true)
})

test.each([null, '', 'yesterday'])('an answer without its time changes nothing: %j', (date) => {
  const server = serverAfter(48)
  hearServerTime(date)
  expect(Math.abs(serverNow().getTime() - server.getTime())).toBeLessThan(5000)
})
