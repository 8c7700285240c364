import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/build-app.ts'
import { reportOnWire } from '../../test/make.ts'
import { readArguments, verifyDatabase } from './audit-verify.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
  for (let index = 0; index < 3; index++)
    await portal.visitor.raw('POST', '/v1/noauth/segnalazione', reportOnWire({ resoconto_fatti: `${index}` }))
  await portal.services.chainer.run()
})
afterAll(() => portal.close())

const verify = (...args: string[]) => verifyDatabase(portal.services.db, readArguments(args))
const head = async () => {
  const { rows } = await portal.database.pool.query('select * from audit_links order by position desc limit 1')
  return { place: `${rows[0].position}:${rows[0].digest.toString('hex')}`, digest: rows[0].digest.toString('hex') }
}

test('the command reports what it verified, and what to note elsewhere', async () => {
  const { place } = await head()
  const { isWhole, lines } = await verify()
  expect({ isWhole, lines }).toEqual({
    isWhole: true,
    lines: [
      'The audit log is whole: links 3, seals 1, entries that wait to be chained 0.',
      `Last seal: 2026-11-20T10:00:00.000Z on ${place}`,
      expect.stringMatching(/^Public key: MCow/),
      expect.stringContaining('--public-key'),
    ],
  })
})

test('the command verifies a day with the noted key and anchor', async () => {
  const [, , line = ''] = (await verify()).lines
  const key = line.replace('Public key: ', '')
  const { place } = await head()
  const { isWhole, lines } = await verify('--day', '2026-11-20', '--public-key', key, '--expect', place)
  expect(isWhole).toBe(true)
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^The audit log is whole on 2026-11-20: links 3, /)
})

test('the command reports the first broken link', async () => {
  const { digest } = await head()
  const { isWhole, lines } = await verify('--expect', `2:${digest}`)
  expect(isWhole).toBe(false)
  expect(lines[0]).toBe(
    'The audit log is broken. First broken link: position 2: the chain was cut: it does not have the place known from outside.',
  )
  const other = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE='
  expect((await verify('--public-key', other)).lines[0]).toBe(
    'The audit log is broken. First broken link: position 3, seal 1: the signature of the seal is wrong.',
  )
})

test.each([
  [['--day', 'yesterday'], /Name one day/],
  [['--day', '2026-11-20', '--all'], /Name one day/],
  [['--expect', '7'], /--expect must be a position and its digest/],
  [['--public-key', 'MCow'], /--public-key must be a public key/],
  [['--week', '47'], /--week/],
])('the command refuses %j with a sentence', (args, sentence) => {
  expect(() => readArguments(args)).toThrow(sentence)
})
