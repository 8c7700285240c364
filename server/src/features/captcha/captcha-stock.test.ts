import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCaptchaStock } from './captcha-stock.ts'

/** Runs everything that waits for promises alone. */
const settled = () => new Promise(setImmediate)

type Challenge = (answer: string) => Promise<string>

const accept: Challenge = async (answer) => answer
/** Of a caller whose challenge has an answer already, such as that of the sound. */
const refuse: Challenge = async () => 'another'
const fail: Challenge = async () => {
  throw new Error('no database')
}

/** A stock whose pictures show their answer in plain text. */
function openStock(size = 4) {
  const thread = { isBroken: false, isStopped: false, running: 0, mostAtOnce: 0 }
  const clients: string[] = []
  const failures: unknown[] = []
  /** Drawings that a stopped thread has begun. */
  const waiting: (() => void)[] = []
  let answers = 0
  const { handOut, close } = createCaptchaStock({
    size,
    newAnswer: () => String(++answers),
    async draw(answer, client) {
      clients.push(client)
      thread.running += 1
      thread.mostAtOnce = Math.max(thread.mostAtOnce, thread.running)
      if (thread.isStopped) await new Promise<void>((resolve) => waiting.push(resolve))
      thread.running -= 1
      if (thread.isBroken) throw new Error('no thread')
      return Buffer.from(answer)
    },
    onFailure: (error) => failures.push(error),
  })
  return {
    thread,
    failures,
    close,
    /** How many drawings were begun for callers, and how many ahead of need. */
    drawn: () => [
      clients.filter((client) => client !== 'stock').length,
      clients.filter((client) => client === 'stock').length,
    ],
    /** Shows a picture, and lets the stock draw. */
    async show(challenge = accept): Promise<string> {
      const png = await handOut('a network', challenge)
      await settled()
      return png.toString()
    },
    /** Ends the oldest drawings that wait. */
    async end(count: number) {
      for (const end of waiting.splice(0, count)) end()
      await settled()
    },
  }
}

/** A stock of four, after the first picture, which was drawn on demand. */
async function openFullStock() {
  const stock = openStock()
  expect(await stock.show()).toBe('1')
  expect(stock.drawn()).toEqual([1, 4])
  return stock
}

describe('captchas drawn ahead of need', () => {
  test('are none before the first use, then as many as the bound, one at a time', async () => {
    const stock = openStock()
    await settled()
    expect(stock.drawn()).toEqual([0, 0])
    await stock.show()
    expect({ drawn: stock.drawn(), atOnce: stock.thread.mostAtOnce }).toEqual({ drawn: [1, 4], atOnce: 1 })
  })

  test('are drawn again once half of them are used', async () => {
    const stock = await openFullStock()
    expect(await stock.show()).toBe('2')
    expect(stock.drawn()).toEqual([1, 4])
    expect(await stock.show()).toBe('3')
    expect(stock.drawn()).toEqual([1, 6])
  })

  test('are shown once each, with the answer that the challenge accepted', async () => {
    const stock = await openFullStock()
    const accepted: string[] = []
    const shown = await Promise.all(
      Array.from({ length: 20 }, () =>
        stock.show(async (answer) => {
          accepted.push(answer)
          return answer
        }),
      ),
    )
    expect(shown).toEqual(accepted)
    expect(new Set(shown).size).toBe(20)
  })

  test('go back where the challenge has another answer, which is drawn on demand', async () => {
    const stock = await openFullStock()
    expect(await stock.show(refuse)).toBe('another')
    expect(stock.drawn()).toEqual([2, 4])
    expect([await stock.show(), await stock.show()]).toEqual(['3', '4'])
  })

  test('go back where the challenge cannot be stored', async () => {
    const stock = await openFullStock()
    await expect(stock.show(fail)).rejects.toThrow('no database')
    expect(stock.drawn()).toEqual([1, 4])
    expect([await stock.show(), await stock.show()]).toEqual(['3', '4'])
  })

  test('wait while callers need the thread', async () => {
    const stock = openStock()
    stock.thread.isStopped = true
    const shown = [stock.show(), stock.show()]
    await settled()
    expect(stock.drawn()).toEqual([2, 0])
    await stock.end(1)
    expect(stock.drawn()).toEqual([2, 0])
    stock.thread.isStopped = false
    await stock.end(1)
    expect(await Promise.all(shown)).toEqual(['1', '2'])
    expect(stock.drawn()).toEqual([2, 4])
  })

  test('that fail leave the others as they are, and are tried once after each picture that is shown', async () => {
    const stock = await openFullStock()
    stock.thread.isBroken = true
    for (const answer of ['2', '3', '4', '5']) expect(await stock.show()).toBe(answer)
    expect({ drawn: stock.drawn(), failed: stock.failures.length }).toEqual({ drawn: [1, 7], failed: 3 })
    await expect(stock.show()).rejects.toThrow('no thread')
    expect({ drawn: stock.drawn(), failed: stock.failures.length }).toEqual({ drawn: [2, 7], failed: 3 })
    stock.thread.isBroken = false
    await stock.show()
    expect(stock.drawn()).toEqual([3, 11])
  })

  test('end when the stock closes, without a failure', async () => {
    const stock = openStock()
    await stock.show()
    stock.thread.isStopped = true
    await stock.show()
    await stock.show()
    expect(stock.drawn()).toEqual([1, 5])
    stock.close()
    stock.thread.isBroken = true
    await stock.end(1)
    expect(await stock.show()).toBe('4')
    expect({ drawn: stock.drawn(), failures: stock.failures }).toEqual({ drawn: [1, 5], failures: [] })
  })

  test('do not exist in a stock of none', async () => {
    const stock = openStock(0)
    expect([await stock.show(), await stock.show()]).toEqual(['1', '2'])
    expect(stock.drawn()).toEqual([2, 0])
  })

  test('are as many as are shown and a full stock, however many callers come at once', async () => {
    const later =
      (challenge: Challenge): Challenge =>
      (answer) =>
        settled().then(() => challenge(answer))
    const atOnce = [accept, refuse, fail]
    const callers = fc.array(fc.constantFrom(...atOnce, ...atOnce.map(later)), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.array(callers, { maxLength: 8 }), fc.integer({ min: 0, max: 6 }), async (groups, size) => {
        const stock = openStock(size)
        const shown: string[] = []
        for (const group of groups)
          for (const result of await Promise.allSettled(group.map(stock.show)))
            if (result.status === 'fulfilled') shown.push(result.value)
        const own = shown.filter((answer) => answer !== 'another')
        expect(new Set(own).size).toBe(own.length)
        const [onDemand = 0, ahead = 0] = stock.drawn()
        expect(onDemand + ahead).toBeLessThanOrEqual(shown.length + size)
      }),
    )
  })
})
