import { Worker } from 'node:worker_threads'
import { BudgetExceededError, type Resource } from './budget.ts'

// biome-ignore lint/suspicious/noExplicitAny: each parser has an input of its own
export type Parser = (input: any) => unknown

/**
 * Parsers of external bytes by name, each with the function that loads its module. Inputs and outputs must be clonable
 * between processes.
 */
export type ParserTable = Readonly<Record<string, () => Promise<Parser>>>

/** Message to a process: one input. */
export interface ParserTask {
  readonly name: string
  readonly input: unknown
  /** Processor time, of all threads of the process together. */
  readonly cpuSeconds: number
  /** Growth of the resident memory, the heap and everything outside of it. */
  readonly megabytes: number
}

/** Message of a process: the result of its task. */
export type ParserAnswer = (
  | { readonly value: unknown }
  | { readonly error: unknown }
  | { readonly overBudget: Resource }
) & {
  /** Resident memory after the task, in megabytes. */
  readonly resident: number
}

const residentMegabytes = () => process.memoryUsage.rss() / 2 ** 20

/** Starts the thread that ends this process where a task takes too much (`watch-budget.mjs`). */
function startWatch() {
  const task = new Int32Array(new SharedArrayBuffer(4))
  const limits = new Float64Array(new SharedArrayBuffer(16))
  const watch = new Worker(new URL('./watch-budget.mjs', import.meta.url), {
    workerData: { task, limits },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  })
  // Nothing is parsed without limits.
  watch.on('error', () => process.exit(1))
  let last = 0
  const setTask = (number: number) => {
    Atomics.store(task, 0, number)
    Atomics.notify(task, 0)
  }
  return {
    begin({ cpuSeconds, megabytes }: ParserTask) {
      limits.set([cpuSeconds * 1e6, (residentMegabytes() + megabytes) * 2 ** 20])
      last += 1
      setTask(last)
    },
    end: () => setTask(0),
  }
}

/** Serves the parsers of a table to the server that started this process, one input after the other. */
export function serveParsers(table: ParserTable): void {
  if (!process.send) throw new Error('Parsers of external bytes run only in processes of their own.')
  const watch = startWatch()

  async function parse(task: ParserTask) {
    try {
      const load = table[task.name]
      if (!load) throw new Error(`There is no parser called ${task.name}.`)
      const run = await load()
      // The limits start now: starting the process and loading modules do not count.
      watch.begin(task)
      return { value: await run(task.input) }
    } catch (error) {
      return error instanceof BudgetExceededError ? { overBudget: error.resource } : { error }
    } finally {
      watch.end()
    }
  }

  process.on('message', async (task: ParserTask) => {
    const answer = await parse(task)
    const resident = residentMegabytes()
    try {
      process.send?.({ ...answer, resident })
    } catch (error) {
      process.send?.({ error, resident })
    }
  })
  process.on('disconnect', () => process.exit(0))
}
