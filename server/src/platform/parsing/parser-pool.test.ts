import { afterAll, describe, expect, test } from 'vitest'
import { createBudget } from './budget.ts'
import { createParserPool } from './parser-pool.ts'

const any = async () => (input: unknown) => input
const limits = { atOnce: 1, waiting: 5, ofNetwork: 3, seconds: 30 }
const pool = createParserPool({
  entry: new URL('./fixtures/greedy-parsers.mjs', import.meta.url),
  limits: {
    echo: limits,
    environment: limits,
    endless: { ...limits, seconds: 1 },
    hungry: limits,
    broken: limits,
  } satisfies Record<string, typeof limits>,
  megabytes: 32,
} as Parameters<
  typeof createParserPool<Record<'echo' | 'environment' | 'endless' | 'hungry' | 'broken', typeof any>>
>[0])
afterAll(() => pool.close())

describe('a pool of parsers', () => {
  test('answers from a thread other than the main one, without environment variables', async () => {
    expect(await pool.run('echo', { text: 'Perché?' }, 'a')).toEqual({ text: 'Perché?' })
    expect(await pool.run('environment', 0, 'a')).toEqual([])
    const { done, threads } = pool.countsOf('echo')
    expect(done).toBe(1)
    expect(threads.every((id) => id > 0)).toBe(true)
  })

  test.each([
    ['endless', 'seconds'],
    ['hungry', 'memory'],
  ] as const)('ends a parser that is %s, names the resource, and continues', async (name, resource) => {
    await expect(pool.run(name, 0, 'a')).rejects.toMatchObject({ name: 'BudgetExceededError', resource })
    expect(pool.countsOf(name)).toMatchObject({ done: 0, overBudget: { [resource]: 1 } })
    expect(await pool.run('echo', 'still there', 'a')).toBe('still there')
  })

  test('distinguishes an error of the parser from an exceeded budget', async () => {
    await expect(pool.run('broken', 0, 'a')).rejects.toThrow('broken')
    expect(pool.countsOf('broken')).toMatchObject({ done: 0, overBudget: {} })
  })

  test('limits how many inputs of one network may wait', async () => {
    const inputs = Array.from({ length: 5 }, (_, index) => pool.run('echo', index, 'flood'))
    const answers = await Promise.allSettled([...inputs, pool.run('echo', 'other', 'b')])
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.status))).toEqual([
      ...[0, 1, 2, 429, 429],
      'other',
    ])
  })
})

test('a budget is exceeded by bytes and by steps', () => {
  const budget = createBudget({ bytes: 10, steps: 2 })
  budget.spendBytes(10)
  expect(() => budget.spendBytes(1)).toThrow('budget exceeded: bytes')
  budget.spendSteps(2)
  expect(() => budget.spendSteps()).toThrow('budget exceeded: steps')
})
