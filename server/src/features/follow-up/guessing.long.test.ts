import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { REQUESTS_PER_MINUTE: '1000000' } })
})
afterAll(() => portal.close())

test('10,000 wrong PINs from changing addresses are refused, and the reporter can still sign in', async () => {
  const { body } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire())
  const { codice, pin } = body.result
  const enter = (typed: string, remoteAddress: string) =>
    portal.inject({
      method: 'POST',
      url: '/unar/api/v1/noauth/pratica/accesso',
      payload: { codice, pin: typed },
      remoteAddress,
    })
  const statuses: Record<number, number> = {}
  for (let count = 0; count < 10_000; count++) {
    const { statusCode } = await enter(`00000-${String(count).padStart(5, '0')}`, `10.${count >> 8}.${count & 255}.7`)
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  expect(Object.keys(statuses).sort()).toEqual(['403', '429'])
  // The first fifty tries, then about every tenth.
  expect(statuses[403]).toBeLessThan(1_400)
  let tries = 0
  let status = 429
  while (status === 429 && tries < 300) {
    tries += 1
    status = (await enter(pin, '192.0.2.1')).statusCode
  }
  expect(status).toBe(200)
}, 600_000)
