import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chunksOf } from './upload.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends so many bytes every few seconds; returns how many arrived and whether the server gave up. */
async function send(bytes: number, everySeconds: number, times: number) {
  const file = new PassThrough()
  let received = 0
  let isAborted = false
  const reading = (async () => {
    for await (const chunk of chunksOf(file)) received += chunk.length
  })().catch(() => {
    isAborted = true
  })
  for (let time = 0; time < times && !file.destroyed; time++) {
    file.write(Buffer.alloc(bytes))
    await vi.advanceTimersByTimeAsync(everySeconds * 1000)
  }
  file.end()
  await vi.advanceTimersByTimeAsync(0)
  await reading
  return { received, isAborted }
}

test('a sender of one byte every ten seconds is disconnected after twenty', async () => {
  expect(await send(1, 10, 60)).toEqual({ received: 2, isAborted: true })
})

test('a sender on a slow telephone network succeeds', async () => {
  // 2 kB a second.
  expect(await send(4096, 2, 60)).toEqual({ received: 60 * 4096, isAborted: false })
})

test('a sender that is silent for half a minute is disconnected', async () => {
  expect(await send(64 * 1024, 31, 2)).toEqual({ received: 64 * 1024, isAborted: true })
})

test('a small file that arrives at once does not count as slow', async () => {
  expect(await send(5, 0, 1)).toEqual({ received: 5, isAborted: false })
})
