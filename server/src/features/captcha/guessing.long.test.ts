import { limits } from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { reportOnWire } from '../../../test/make.ts'

let portal: TestApp
beforeAll(async () => {
  const env = { CAPTCHA_FIXED: '', TRUST_PROXY: 'on', REQUESTS_PER_MINUTE: '10000000' }
  portal = await startTestApp({ env })
})
afterAll(() => portal.close())

const guesses = 10_000
const api = '/unar/api/v1'

/**
 * A robot guesses at one challenge after another, each time from another network, and sends reports in between. A challenge
 * has a million answers and five tries: of ten thousand guesses 0.01 are right on average, whatever the addresses. The test
 * checks that wrong guesses open nothing, so all guesses here are wrong on purpose.
 */
test('10,000 wrong guesses from changing addresses open nothing', async () => {
  const counts = { solved: 0, accepted: 0, refused: 0 }
  for (let number = 0; number < guesses; number++) {
    const address = `203.${number >> 8}.${number & 255}.7`
    const from = (cookie: string) => ({ 'x-forwarded-for': address, cookie })
    if (number % limits.captcha.tries === 0) await begin(address)
    const guess = wrongAnswer
    const url = `${api}/captcha/checkCaptcha?answer=${guess}`
    const checked = await portal.inject({ method: 'GET', url, headers: from(cookie) })
    if (checked.json().result.corretto) counts.solved += 1
    if (number % 50 !== 0) continue
    const { status } = await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire(), from(cookie))
    counts[status === 403 ? 'refused' : 'accepted'] += 1
  }
  expect(counts).toEqual({ solved: 0, accepted: 0, refused: guesses / 50 })
  const { rows } = await portal.database.pool.query('select count(*)::int as count from reports')
  expect(rows).toEqual([{ count: 0 }])
}, 1_200_000)

let cookie = ''
let wrongAnswer = ''
/** Requests a new challenge with a new browser. */
async function begin(address: string) {
  const url = `${api}/captcha?type=image`
  const { cookies } = await portal.inject({ method: 'GET', url, headers: { 'x-forwarded-for': address } })
  cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { rows } = await portal.database.pool.query('select answer from captcha_challenges order by id desc limit 1')
  wrongAnswer = rows[0].answer.replace(/^./, (digit: string) => String((Number(digit) + 1) % 10))
}
