import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { buildGreedyParsers } from '../../../test/greedy-parsers.ts'
import { createBudget } from './budget.ts'
import { createParserPool, type ParserLimits } from './parser-pool.ts'
import type { ParserTable } from './serve-parsers.ts'

const entry = await buildGreedyParsers()
const limits: ParserLimits = { atOnce: 1, waiting: 5, ofNetwork: 3, cpuSeconds: 30, answerSeconds: 300 }
const pool = createParserPool<ParserTable>({
  entry,
  limits: {
    echo: limits,
    environment: limits,
    endless: { ...limits, cpuSeconds: 0.3 },
    idle: { ...limits, answerSeconds: 0.3 },
    hungry: { ...limits, cpuSeconds: 60 },
    broken: limits,
    crash: limits,
  },
  megabytes: 32,
  log: pino({ level: 'silent' }),
})
afterAll(() => pool.close())

describe('a pool of parsers', () => {
  test('answers from another process, without environment variables', async () => {
    expect(await pool.run('echo', { text: 'Perché?', bytes: Buffer.from('è') }, 'a')).toEqual({
      text: 'Perché?',
      bytes: Buffer.from('è'),
    })
    expect(await pool.run('environment', 0, 'a')).toEqual([])
    const { done, processes } = pool.countsOf('echo')
    expect(done).toBe(1)
    expect(processes).not.toContain(process.pid)
  })

  test('ends a parser that takes too much processor time, and continues', async () => {
    await expect(pool.run('endless', 0, 'a')).rejects.toMatchObject({
      name: 'BudgetExceededError',
      resource: 'seconds',
    })
    expect(pool.countsOf('endless')).toMatchObject({ done: 0, overBudget: { seconds: 1 } })
    expect(await pool.run('echo', 'still there', 'a')).toBe('still there')
  })

  test.each(['objects', 'map', 'numbers', 'text', 'bytes'])(
    'ends a parser that takes too much memory for %s, and continues',
    async (kind) => {
      const exceeded = { name: 'BudgetExceededError', resource: 'memory' }
      await expect(pool.run('hungry', kind, 'a')).rejects.toMatchObject(exceeded)
      expect(await pool.run('echo', 'still there', 'a')).toBe('still there')
    },
  )

  test('answers 503 where the answer is late, without counting it against the input', async () => {
    await expect(pool.run('idle', 0, 'a')).rejects.toMatchObject({
      status: 503,
      details: { headers: { 'retry-after': '10' } },
    })
    expect(pool.countsOf('idle')).toMatchObject({ late: 1, overBudget: {} })
  })

  test('distinguishes an error of the parser from an exceeded budget', async () => {
    await expect(pool.run('broken', 0, 'a')).rejects.toThrow('broken')
    expect(pool.countsOf('broken')).toMatchObject({ done: 0, overBudget: {} })
  })

  test('survives a parser whose process crashes', async () => {
    await expect(pool.run('crash', 0, 'a')).rejects.toThrow('SIGSEGV')
    expect(await pool.run('echo', 'still there', 'a')).toBe('still there')
  })

  test('limits how many inputs of one network may wait', async () => {
    const inputs = Array.from({ length: 5 }, (_, index) => pool.run('echo', index, 'flood'))
    const answers = await Promise.allSettled([...inputs, pool.run('echo', 'other', 'b')])
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.status))).toEqual([
      ...[0, 1, 2, 429, 429],
      'other',
    ])
  })

  test('ends its processes when it closes, with the tasks that they run', async () => {
    const closed = createParserPool<ParserTable>({
      entry,
      limits: { echo: limits, idle: limits },
      megabytes: 32,
      log: pino({ level: 'silent' }),
    })
    await closed.run('echo', 0, 'a')
    const task = closed.run('idle', 0, 'a').catch((error: Error) => error)
    await closed.close()
    expect(await task).toBeInstanceOf(Error)
    for (const id of closed.countsOf('echo').processes) expect(() => process.kill(id, 0)).toThrow('ESRCH')
  })
})

test('a budget is exceeded by bytes and by steps', () => {
  const budget = createBudget({ bytes: 10, steps: 2 })
  budget.spendBytes(10)
  expect(() => budget.spendBytes(1)).toThrow('budget exceeded: bytes')
  budget.spendSteps(2)
  expect(() => budget.spendSteps()).toThrow('budget exceeded: steps')
})
