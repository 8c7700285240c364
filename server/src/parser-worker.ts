// The program of a parser's thread.

import { isMainThread, parentPort, threadId } from 'node:worker_threads'
import { parsers } from './parsers.ts'
import { BudgetExceededError } from './platform/parsing/budget.ts'
import type { ParserTable, ThreadAnswer, ThreadTask } from './platform/parsing/parser-pool.ts'

/** Returns the function that runs in a thread of the pool: it loads the parser of each task and reports an exceeded budget. */
function runParser(table: ParserTable) {
  if (isMainThread) throw new Error('Parsers of external bytes run only in worker threads.')
  return async ({ id, name, input }: ThreadTask): Promise<ThreadAnswer> => {
    const load = table[name]
    if (!load) throw new Error(`There is no parser called ${name}.`)
    const parse = await load()
    // The time limit starts now: starting the thread and loading modules do not count.
    parentPort?.postMessage({ started: id })
    try {
      return { thread: threadId, value: await parse(input) }
    } catch (error) {
      if (error instanceof BudgetExceededError) return { thread: threadId, overBudget: error.resource }
      throw error
    }
  }
}

export const run = runParser(parsers)
