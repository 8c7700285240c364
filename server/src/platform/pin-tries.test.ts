import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/build-app.ts'
import { AppError } from './app-error.ts'
import { createPinTries, pinLimits } from './pin-tries.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.database.pool.query('delete from pin_tries')
  await portal.database.pool.query('delete from request_counts')
})

/** Tries with a fixed random number: 0 lets a try through. */
const triesWith = (draws: (below: number) => number) =>
  createPinTries({ db: portal.database.db, clock: portal.clock, vault: portal.services.vault, draw: draws })
const never = () => 1
const always = () => 0
const code = 'UNAR-2026-000001'
const network = (number: number) => `10.${Math.floor(number / 256)}.${number % 256}.0/24`

/** Result of a try: 'taken', or the seconds to wait. */
async function outcome(tries: ReturnType<typeof createPinTries>, from: string, of = code): Promise<string> {
  try {
    await tries.take(of, from)
    return 'taken'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `${error.status} ${error.details.headers?.['retry-after']}`
  }
}

describe('tries of a code from one network', () => {
  test('are five, then locked for longer each time, for an hour at most', async () => {
    const tries = triesWith(always)
    const waits: string[] = []
    for (let round = 0; round < 6; round++) {
      for (let count = 0; count < pinLimits.ofCodeFromNetwork; count++)
        expect(await outcome(tries, network(1))).toBe('taken')
      const wait = await outcome(tries, network(1))
      waits.push(wait)
      portal.clock.advance(Number(wait.split(' ')[1]))
    }
    expect(waits).toEqual(['429 600', '429 1200', '429 2400', '429 3600', '429 3600', '429 3600'])
  })

  test('are not more when they are concurrent', async () => {
    const tries = triesWith(always)
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => outcome(tries, network(2))))
    expect(outcomes.filter((each) => each === 'taken')).toHaveLength(pinLimits.ofCodeFromNetwork)
  })

  test('lock neither other networks nor other codes', async () => {
    const tries = triesWith(always)
    for (let count = 0; count < 20; count++) await outcome(tries, network(3))
    expect(await outcome(tries, network(4))).toBe('taken')
    expect(await outcome(tries, network(3), 'UNAR-2026-000002')).toBe('taken')
  })

  test('start again two hours after the last try, and after a correct pin', async () => {
    const tries = triesWith(always)
    for (let count = 0; count < 6; count++) await outcome(tries, network(5))
    await tries.forget(code, network(5))
    expect(await outcome(tries, network(5))).toBe('taken')
    for (let count = 0; count < 5; count++) await outcome(tries, network(5))
    portal.clock.advance(2 * 60 * 60)
    for (let count = 0; count < 5; count++) expect(await outcome(tries, network(5))).toBe('taken')
    expect(await outcome(tries, network(5))).toBe('429 600')
  })
})

test('one network has a hundred tries of all codes in ten minutes', async () => {
  const tries = triesWith(always)
  const outcomes: string[] = []
  for (let count = 0; count < 101; count++) outcomes.push(await outcome(tries, network(6), `UNAR-2026-${count}`))
  expect(outcomes.slice(0, 100).every((each) => each === 'taken')).toBe(true)
  expect(outcomes[100]).toBe('429 600')
  portal.clock.advance(600)
  expect(await outcome(tries, network(6))).toBe('taken')
})

describe('tries of a code from different networks', () => {
  const guess = async (tries: ReturnType<typeof createPinTries>, from: number, count: number) => {
    let taken = 0
    for (let index = 0; index < count; index++)
      if ((await outcome(tries, network(from + index))) === 'taken') taken += 1
    return taken
  }

  test('are checked fifty times an hour, and beyond that at random', async () => {
    expect(await guess(triesWith(never), 100, 300)).toBe(pinLimits.ofCode)
    expect(await outcome(triesWith(never), network(900))).toBe('429 10')
    // Each random number is one of ten.
    let turn = 0
    expect(
      await guess(
        triesWith((below) => turn++ % below),
        1000,
        300,
      ),
    ).toBe(30)
    portal.clock.advance(60 * 60)
    expect(await outcome(triesWith(never), network(901))).toBe('taken')
  })

  test('never lock out the owner: chance lets them in, and refused tries are not counted', async () => {
    await guess(triesWith(never), 2000, 200)
    for (let count = 0; count < 20; count++) expect(await outcome(triesWith(never), network(902))).toBe('429 10')
    expect(await outcome(triesWith(always), network(902))).toBe('taken')
  })
})
