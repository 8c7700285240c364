import type { Piscina } from 'piscina'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { BudgetExceededError, type Resource } from './budget.ts'

// biome-ignore lint/suspicious/noExplicitAny: each parser has an input of its own
type Parser = (input: any) => unknown

/**
 * Parsers of external bytes by name, each with the function that loads its module. Inputs and outputs must be clonable
 * between threads.
 */
export type ParserTable = Readonly<Record<string, () => Promise<Parser>>>

type InputOf<T extends ParserTable, N extends keyof T> = Parameters<Awaited<ReturnType<T[N]>>>[0]
type OutputOf<T extends ParserTable, N extends keyof T> = Awaited<ReturnType<Awaited<ReturnType<T[N]>>>>

/** Limits of one parser in the pool. */
export interface ParserLimits {
  /** Threads at the same time. */
  readonly atOnce: number
  /** Inputs that may wait for a thread. */
  readonly waiting: number
  /** Inputs of one network, running and waiting. */
  readonly ofNetwork: number
  /** Seconds that one input may take in its thread. */
  readonly seconds: number
}

/** Counts of a parser since the start. */
export interface ParserCounts {
  readonly done: number
  readonly overBudget: Readonly<Partial<Record<Resource, number>>>
  /** Ids of the threads that ran it; the main thread is 0. */
  readonly threads: readonly number[]
}

export type ParserPool<T extends ParserTable = ParserTable> = ReturnType<typeof createParserPool<T>>

/** Message to a thread. The thread posts `{ started: id }` when it starts the task. */
export interface ThreadTask {
  readonly id: number
  readonly name: string
  readonly input: unknown
}

/** Answer of a thread (`runParser`). */
export type ThreadAnswer =
  | { readonly thread: number; readonly value: unknown }
  | { readonly thread?: number; readonly overBudget: Resource }

interface Options<T extends ParserTable> {
  /** Module that exports `runParser` of the parser table as `run`. */
  readonly entry: URL
  readonly limits: Readonly<Record<keyof T & string, ParserLimits>>
  /** Heap of one thread in megabytes; an input that needs more ends the thread. */
  readonly megabytes: number
}

/** Lower priority than the main thread. */
const niceIncrement = 5
const idleMs = 60_000
/** Seconds that a thread may take to start and load its parser. */
const startSeconds = 60

/** Sends tasks to threads, starts threads on demand, and ends a thread whose task exceeds its limits. */
function createThreads(entry: URL, maxThreads: number, megabytes: number) {
  let pool: Promise<Piscina> | undefined
  let lastId = 0
  /** Called when a thread starts a task, by the id of the task. */
  const onStarted = new Map<number, () => void>()

  async function start(): Promise<Piscina> {
    const { Piscina: Pool } = await import('piscina')
    const started = new Pool({
      ...{ filename: entry.href, name: 'run' },
      ...{ minThreads: 0, maxThreads, idleTimeout: idleMs, niceIncrement, env: {} },
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
    })
    started.on('message', ({ started: id }: { started: number }) => onStarted.get(id)?.())
    return started
  }

  return {
    /** Runs one task; its time limit starts when the thread has loaded the parser. */
    async run(name: string, input: unknown, seconds: number): Promise<ThreadAnswer> {
      pool ??= start()
      const deadline = new AbortController()
      const abort = () => deadline.abort()
      let timer = setTimeout(abort, startSeconds * 1000)
      lastId += 1
      const task: ThreadTask = { id: lastId, name, input }
      onStarted.set(task.id, () => {
        clearTimeout(timer)
        timer = setTimeout(abort, seconds * 1000)
      })
      try {
        return await (await pool).run(task, { signal: deadline.signal })
      } catch (error) {
        if (deadline.signal.aborted) return { overBudget: 'seconds' }
        if (isOutOfMemory(error)) return { overBudget: 'memory' }
        throw error
      } finally {
        clearTimeout(timer)
        onStarted.delete(task.id)
      }
    },

    async close(): Promise<void> {
      const open = pool
      pool = undefined
      await (await open)?.destroy()
    },
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * Threads that parse external input: an input that takes too much time or memory ends only its thread. The threads get no
 * environment variables and end after a minute without work.
 */
export function createParserPool<T extends ParserTable>({ entry, limits, megabytes }: Options<T>) {
  const parsers = Object.entries<ParserLimits>(limits).map(([name, { atOnce, waiting, ofNetwork, seconds }]) => ({
    ...{ name, seconds },
    limit: createConcurrencyLimit({ atOnce, waiting, perClient: ofNetwork }),
    counts: { done: 0, overBudget: {} as Partial<Record<Resource, number>>, threads: new Set<number>() },
  }))
  const byName = new Map(parsers.map((parser) => [parser.name, parser]))
  const maxThreads = Object.values<ParserLimits>(limits).reduce((sum, { atOnce }) => sum + atOnce, 0)
  const threads = createThreads(entry, maxThreads, megabytes)

  function parserOf(name: string) {
    const parser = byName.get(name)
    if (!parser) throw new Error(`There is no parser called ${name}.`)
    return parser
  }

  return {
    /**
     * Parses one input from `network`. Throws `BudgetExceededError` where it needs too much, and 429 or 503 where too many
     * inputs wait.
     */
    run<N extends keyof T & string>(name: N, input: InputOf<T, N>, network: string): Promise<OutputOf<T, N>> {
      const { limit, counts, seconds } = parserOf(name)
      return limit(network, async (): Promise<OutputOf<T, N>> => {
        const answer = await threads.run(name, input, seconds)
        if (answer.thread !== undefined) counts.threads.add(answer.thread)
        if ('overBudget' in answer) {
          counts.overBudget[answer.overBudget] = (counts.overBudget[answer.overBudget] ?? 0) + 1
          throw new BudgetExceededError(answer.overBudget)
        }
        counts.done += 1
        return answer.value as OutputOf<T, N>
      })
    },

    countsOf(name: keyof T & string): ParserCounts {
      const { done, overBudget, threads: ids } = parserOf(name).counts
      return { done, overBudget: { ...overBudget }, threads: [...ids] }
    },

    /** Ends the threads and their tasks. */
    close: () => threads.close(),
  }
}
