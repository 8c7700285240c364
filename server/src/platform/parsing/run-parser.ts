import { isMainThread, parentPort, threadId } from 'node:worker_threads'
import { BudgetExceededError } from './budget.ts'
import type { ParserTable, ThreadAnswer, ThreadTask } from './parser-pool.ts'

/** What a thread of the pool does with each input: finds its parser, and says so when that gave up. */
export function runParser(table: ParserTable) {
  if (isMainThread) throw new Error('Parsers of bytes from outside run in worker threads alone.')
  return async ({ id, name, input }: ThreadTask): Promise<ThreadAnswer> => {
    const load = table[name]
    if (!load) throw new Error(`There is no parser called ${name}.`)
    const parse = await load()
    // The time of the input begins now: neither the thread's start nor its modules count.
    parentPort?.postMessage({ started: id })
    try {
      return { thread: threadId, value: await parse(input) }
    } catch (error) {
      if (error instanceof BudgetExceededError) return { thread: threadId, overBudget: error.resource }
      throw error
    }
  }
}
