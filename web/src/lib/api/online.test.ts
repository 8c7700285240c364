import { afterEach, expect, test, vi } from 'vitest'
import { untilOnline } from './online.ts'

const setOnline = (is: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is)
afterEach(() => vi.restoreAllMocks())

test('with a network there is nothing to wait for', async () => {
  setOnline(true)
  await expect(untilOnline(new AbortController().signal)).resolves.toBeUndefined()
})

test('without one it is waited for, until nobody waits any more', async () => {
  setOnline(false)
  const settled = vi.fn()
  const waiting = untilOnline(new AbortController().signal).then(settled)
  dispatchEvent(new Event('offline'))
  await Promise.resolve()
  expect(settled).not.toHaveBeenCalled()
  setOnline(true)
  dispatchEvent(new Event('online'))
  await waiting
  expect(settled).toHaveBeenCalledOnce()

  setOnline(false)
  const stop = new AbortController()
  const given = untilOnline(stop.signal)
  stop.abort()
  await expect(given).rejects.toMatchObject({ name: 'AbortError' })
})
