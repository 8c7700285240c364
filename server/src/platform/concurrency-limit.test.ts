import { describe, expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { type ConcurrencyLimits, createConcurrencyLimit } from './concurrency-limit.ts'

/** A limit whose tasks end when the test says so, and the order in which they started. */
function controlled(limits: ConcurrencyLimits) {
  const limit = createConcurrencyLimit(limits)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const results = new Map<string, unknown>()
  const start = (client: string, name = client, deadline?: AbortSignal) => {
    const task = () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    }
    void limit(client, task, deadline).then(
      () => results.set(name, 'done'),
      (error) => results.set(name, error),
    )
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  const statusOf = async (name: string) => {
    await new Promise(setImmediate)
    const result = results.get(name)
    return result instanceof AppError ? [result.status, result.details.headers?.['retry-after']] : result
  }
  return { started, start, end, statusOf }
}

describe('a concurrency limit', () => {
  test('starts waiting tasks in rotation, so that a client with many delays only itself', async () => {
    const { started, start, end } = controlled({ atOnce: 1, waiting: 10, perClient: 10 })
    for (const name of ['a1', 'a2', 'a3', 'a4']) start('a', name)
    start('b', 'b1')
    start('c', 'c1')
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']) await end(name)
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
  })

  test('refuses a client beyond its share with 429, and everyone beyond the queue with 503', async () => {
    const { start, end, statusOf } = controlled({ atOnce: 1, waiting: 2, perClient: 2 })
    start('a', 'a1')
    start('a', 'a2')
    start('a', 'a3')
    expect(await statusOf('a3')).toEqual([429, '5'])
    start('b', 'b1')
    start('c', 'c1')
    expect(await statusOf('c1')).toEqual([503, '5'])
    await end('a1')
    start('c', 'c2')
    await end('a2')
    await end('b1')
    await end('c2')
    expect([await statusOf('a1'), await statusOf('b1'), await statusOf('c2')]).toEqual(['done', 'done', 'done'])
  })

  test('a task that waits until its deadline never starts, and leaves its place to others', async () => {
    const { started, start, end, statusOf } = controlled({ atOnce: 1, waiting: 1, perClient: 1 })
    const deadline = new AbortController()
    start('a')
    start('b', 'b1', deadline.signal)
    deadline.abort()
    expect(await statusOf('b1')).toEqual([503, '5'])
    start('b', 'b2')
    await end('a')
    await end('b2')
    expect(started).toEqual(['a', 'b2'])
    expect(await statusOf('b2')).toBe('done')
  })

  test('leaves places free that one client may not fill, and gives it the next one of its own', async () => {
    const { started, start, end } = controlled({ atOnce: 4, atOncePerClient: 2, waiting: 10, perClient: 10 })
    for (const name of ['a1', 'a2', 'a3', 'a4']) start('a', name)
    for (const name of ['b1', 'b2', 'b3']) start('b', name)
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2'])
    start('c', 'c1')
    await end('b1')
    expect(started.slice(4)).toEqual(['b3'])
    await end('a1')
    await end('b2')
    expect(started.slice(5)).toEqual(['a3', 'c1'])
  })

  test('reserves its last places for clients with few tasks', async () => {
    const { started, start, statusOf } = controlled({ atOnce: 6, perClient: 5, reserve: { places: 2, perClient: 1 } })
    for (const name of ['a1', 'a2', 'a3', 'a4']) start('a', name)
    start('a', 'a5')
    expect(await statusOf('a5')).toEqual([429, '5'])
    start('b', 'b1')
    start('b', 'b2')
    expect(await statusOf('b2')).toEqual([429, '5'])
    start('c', 'c1')
    start('d', 'd1')
    expect(await statusOf('d1')).toEqual([503, '5'])
    expect(started).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'])
  })

  test('frees its place when a task fails', async () => {
    const limit = createConcurrencyLimit({ atOnce: 1, perClient: 1 })
    await expect(limit('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await limit('a', async () => 'done')).toBe('done')
  })
})
