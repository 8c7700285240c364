import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildGreedyParsers } from '../../../test/greedy-parsers.ts'
import { createParserPool } from './parser-pool.ts'
import type { ParserTable } from './serve-parsers.ts'

const kinds = ['objects', 'map', 'numbers', 'text', 'bytes']
const limits = { atOnce: 4, waiting: 100, ofNetwork: 100, answerSeconds: 900 }

/** Sends 25 hungry inputs at once; returns the resource that each exceeded. */
async function feed(entry: URL, cpuSeconds: number): Promise<string[]> {
  const pool = createParserPool<ParserTable>({
    entry,
    limits: { hungry: { ...limits, cpuSeconds }, echo: { ...limits, cpuSeconds } },
    megabytes: 96,
    log: pino({ level: 'silent' }),
  })
  const inputs = Array.from({ length: 25 }, (_, index) => pool.run('hungry', kinds[index % kinds.length], 'a'))
  const answers = await Promise.allSettled(inputs)
  expect(await pool.run('echo', 'still there', 'a')).toBe('still there')
  await pool.close()
  return answers.map((answer) => (answer.status === 'rejected' ? answer.reason.resource : 'done'))
}

test('500 hungry inputs leave the server alive, whichever limit strikes first', { timeout: 900_000 }, async () => {
  const entry = await buildGreedyParsers()
  const resources: string[] = []
  for (let tenth = 1; tenth <= 20; tenth++) resources.push(...(await feed(entry, tenth / 10)))
  expect(resources).toHaveLength(500)
  expect(new Set(resources)).toEqual(new Set(['seconds', 'memory']))
})
