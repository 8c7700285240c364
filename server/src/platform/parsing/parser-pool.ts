import type { Logger } from 'pino'
import { tooBusy } from '../app-error.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { BudgetExceededError, type Resource } from './budget.ts'
import { createParserProcesses } from './parser-processes.ts'
import type { ParserTable } from './serve-parsers.ts'

type InputOf<T extends ParserTable, N extends keyof T> = Parameters<Awaited<ReturnType<T[N]>>>[0]
type OutputOf<T extends ParserTable, N extends keyof T> = Awaited<ReturnType<Awaited<ReturnType<T[N]>>>>

/** Limits of one parser in the pool. */
export interface ParserLimits {
  /** Processes at the same time. */
  readonly atOnce: number
  /** Inputs that may wait for a process. */
  readonly waiting: number
  /** Inputs of one network, running and waiting. */
  readonly ofNetwork: number
  /** Seconds of processor time that one input may take. */
  readonly cpuSeconds: number
  /** Seconds until the caller gets an answer, whatever the machine is busy with. */
  readonly answerSeconds: number
  /** Megabytes by which the memory of the process may grow; twice its heap by default. */
  readonly megabytes?: number
}

/** Counts of a parser: now, and since the start. */
export interface ParserCounts {
  readonly running: number
  readonly waiting: number
  readonly done: number
  readonly overBudget: Readonly<Partial<Record<Resource, number>>>
  /** Inputs without an answer at their deadline. */
  readonly late: number
  /** Ids of the processes that ran it. */
  readonly processes: readonly number[]
}

export type ParserPool<T extends ParserTable = ParserTable> = ReturnType<typeof createParserPool<T>>

interface Options<T extends ParserTable> {
  /** Program that serves the table by `serveParsers`. */
  readonly entry: URL
  readonly limits: Readonly<Record<keyof T & string, ParserLimits>>
  /** Heap of one process in megabytes. */
  readonly megabytes: number
  readonly log: Logger
}

const retrySeconds = 10

/**
 * Processes that parse external input. An input that takes too much processor time or memory ends only its process, so that
 * the same input has the same result on an idle and on a busy machine. The processes get no environment variables and end
 * after a minute without work.
 */
export function createParserPool<T extends ParserTable>({ entry, limits, megabytes, log }: Options<T>) {
  const processes = createParserProcesses({ entry, megabytes })
  const parsers = new Map(
    Object.entries<ParserLimits>(limits).map(([name, { atOnce, waiting, ofNetwork, ...budget }]) => [
      name,
      {
        cpuSeconds: budget.cpuSeconds,
        answerSeconds: budget.answerSeconds,
        megabytes: budget.megabytes ?? megabytes * 2,
        limit: createConcurrencyLimit({ atOnce, waiting, perClient: ofNetwork }),
        /** Inputs without an answer yet, and those of them that a process parses. */
        inputs: 0,
        running: 0,
        done: 0,
        late: 0,
        overBudget: {} as Partial<Record<Resource, number>>,
        processes: new Set<number>(),
      },
    ]),
  )

  function parserOf(name: string) {
    const parser = parsers.get(name)
    if (!parser) throw new Error(`There is no parser called ${name}.`)
    return parser
  }

  const countsOf = (name: keyof T & string): ParserCounts => {
    const { inputs, running, done, late, overBudget, processes: ids } = parserOf(name)
    return { running, waiting: inputs - running, done, late, overBudget: { ...overBudget }, processes: [...ids] }
  }

  return {
    /**
     * Parses one input from `network`. Throws `BudgetExceededError` where it needs too much, 429 where too many inputs of the
     * network wait, and 503 where the portal is too busy to answer in time.
     */
    async run<N extends keyof T & string>(name: N, input: InputOf<T, N>, network: string): Promise<OutputOf<T, N>> {
      const parser = parserOf(name)
      const { cpuSeconds, answerSeconds } = parser
      const deadline = AbortSignal.timeout(answerSeconds * 1000)
      const task = { name, input, cpuSeconds, megabytes: parser.megabytes }
      parser.inputs += 1
      const parse = async () => {
        parser.running += 1
        return processes.run(task, deadline).finally(() => (parser.running -= 1))
      }
      const answer = await parser.limit(network, parse, deadline).finally(() => (parser.inputs -= 1))
      if ('isLate' in answer) {
        parser.late += 1
        log.warn({ parser: name, answerSeconds }, 'a parser had no answer in time')
        throw tooBusy(retrySeconds)
      }
      if ('overBudget' in answer) {
        parser.overBudget[answer.overBudget] = (parser.overBudget[answer.overBudget] ?? 0) + 1
        log.warn({ parser: name, resource: answer.overBudget }, 'an input exceeded the budget of its parser')
        throw new BudgetExceededError(answer.overBudget)
      }
      parser.done += 1
      if (answer.processId !== undefined) parser.processes.add(answer.processId)
      // The table gives the parser of this name its output.
      return answer.value as OutputOf<T, N>
    },

    countsOf,
    /** The counts of every parser. */
    counts: (): Readonly<Record<string, ParserCounts>> =>
      Object.fromEntries(Object.keys(limits).map((name) => [name, countsOf(name)])),

    /** Ends the processes and their tasks. */
    close: () => processes.close(),
  }
}
