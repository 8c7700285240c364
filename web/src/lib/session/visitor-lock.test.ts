import { expect, test, vi } from 'vitest'
import { createTurns } from './visitor-lock.ts'

/** Calls that end when the test releases them. */
function slowCalls() {
  const calls: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = []
  const run = vi.fn(() => new Promise<string>((resolve, reject) => calls.push({ resolve, reject })))
  return { calls, run }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('calls wait for the first answer, then go side by side', async () => {
  const { calls, run } = slowCalls()
  const { inTurn } = createTurns()
  const first = inTurn(run)
  const second = inTurn(run)
  await settled()
  expect(run).toHaveBeenCalledTimes(1)
  calls[0]?.resolve('one')
  expect(await first).toBe('one')
  await settled()
  const third = inTurn(run)
  expect(run).toHaveBeenCalledTimes(3)
  calls[1]?.resolve('two')
  calls[2]?.resolve('three')
  expect(await Promise.all([second, third])).toEqual(['two', 'three'])
})

test('one that fails lets the next go, and is answered as it failed', async () => {
  const { calls, run } = slowCalls()
  const { inTurn } = createTurns()
  const first = inTurn(run)
  const second = inTurn(run)
  const third = inTurn(run)
  await settled()
  calls[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await settled()
  expect(run).toHaveBeenCalledTimes(2)
  calls[1]?.resolve('two')
  expect(await second).toBe('two')
  await settled()
  calls[2]?.resolve('three')
  expect(await third).toBe('three')
})

test('they wait again once the cookie is gone', async () => {
  const { calls, run } = slowCalls()
  const { inTurn, restart } = createTurns()
  const first = inTurn(run)
  await settled()
  calls[0]?.resolve('one')
  await first
  restart()
  const others = [inTurn(run), inTurn(run)]
  await settled()
  expect(run).toHaveBeenCalledTimes(2)
  calls[1]?.resolve('two')
  await settled()
  calls[2]?.resolve('three')
  expect(await Promise.all(others)).toEqual(['two', 'three'])
})
