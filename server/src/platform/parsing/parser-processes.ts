import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Resource } from './budget.ts'
import type { ParserAnswer, ParserTask } from './serve-parsers.ts'

interface Options {
  /** Program that calls `serveParsers`. */
  readonly entry: URL
  /** Heap of one process in megabytes. */
  readonly megabytes: number
}

/** A result, a limit that the input exceeded, or `late` where its deadline came first. */
export type ProcessAnswer =
  | { readonly value: unknown; readonly processId: number | undefined }
  | { readonly overBudget: Resource }
  | { readonly isLate: true }

/** Lower than the priority of the server. */
const niceness = 5
const idleMs = 60_000

/** The signal or error that ended a process during its task. */
interface ProcessEnd {
  readonly ended: string
}

/** A process, and what waits for its answer. */
interface ParserProcess {
  readonly child: ChildProcess
  settle: ((answer: ParserAnswer | ProcessEnd) => void) | undefined
  idleTimer: NodeJS.Timeout | undefined
}

/** Signals that end a process beyond a limit: `watch-budget.mjs`, V8 and the system send them. */
const resourceOfSignal: Readonly<Record<string, Resource>> = {
  SIGVTALRM: 'seconds',
  SIGKILL: 'memory',
  SIGABRT: 'memory',
}

function limitOf({ name }: ParserTask, { ended }: ProcessEnd): ProcessAnswer {
  const overBudget = resourceOfSignal[ended]
  if (overBudget === undefined) throw new Error(`The process of the parser ${name} ended: ${ended}`)
  return { overBudget }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // The process has ended, or the system has no priorities.
  }
}

/**
 * Processes that run one task each at a time, started on demand and ended after a minute without work. A task that takes too
 * much, or that crashes, ends its process and nothing else: a thread that runs out of memory may end the whole server.
 */
export function createParserProcesses({ entry, megabytes }: Options) {
  const all = new Set<ParserProcess>()
  const idle: ParserProcess[] = []

  function start(): ParserProcess {
    const child = fork(fileURLToPath(entry), [], {
      env: {},
      execArgv: [`--max-old-space-size=${megabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    lowerPriority(child)
    const started: ParserProcess = { child, settle: undefined, idleTimer: undefined }
    const end = (reason: string) => {
      all.delete(started)
      const index = idle.indexOf(started)
      if (index !== -1) idle.splice(index, 1)
      clearTimeout(started.idleTimer)
      started.settle?.({ ended: reason })
    }
    child.on('message', (answer: ParserAnswer) => started.settle?.(answer))
    child.on('exit', (code, signal) => end(signal ?? `exit code ${code}`))
    child.on('error', (error) => end(error.message))
    all.add(started)
    return started
  }

  /** Ends a process without a task. */
  function retire(process: ParserProcess): void {
    if (process.child.connected) process.child.disconnect()
  }

  function rest(process: ParserProcess, resident: number): void {
    // What one input leaves in memory must not count for the next one.
    if (resident > megabytes * 1.5) {
      retire(process)
      return
    }
    process.child.unref()
    process.child.channel?.unref()
    process.idleTimer = setTimeout(() => {
      idle.splice(idle.indexOf(process), 1)
      retire(process)
    }, idleMs).unref()
    idle.push(process)
  }

  function wake(): ParserProcess {
    const process = idle.pop() ?? start()
    clearTimeout(process.idleTimer)
    process.child.ref()
    process.child.channel?.ref()
    return process
  }

  /** Sends a task to a process; returns its answer, or why the process ended. */
  function ask(process: ParserProcess, task: ParserTask, deadline: AbortSignal): Promise<ParserAnswer | ProcessEnd> {
    const kill = () => process.child.kill('SIGKILL')
    return new Promise((resolve) => {
      process.settle = (answer) => {
        process.settle = undefined
        deadline.removeEventListener('abort', kill)
        resolve(answer)
      }
      deadline.addEventListener('abort', kill)
      // A process that cannot receive its task has ended, which its exit reports.
      process.child.send(task, () => {})
    })
  }

  return {
    /** Runs one task. At the deadline its process ends. Rejects with the error of the parser. */
    async run(task: ParserTask, deadline: AbortSignal): Promise<ProcessAnswer> {
      const process = wake()
      const answer = await ask(process, task, deadline)
      if ('ended' in answer) return deadline.aborted ? { isLate: true } : limitOf(task, answer)
      rest(process, answer.resident)
      if ('error' in answer) throw answer.error
      return 'value' in answer ? { value: answer.value, processId: process.child.pid } : answer
    },

    /** Ends all processes and their tasks. */
    async close(): Promise<void> {
      const ends = [...all].map(({ child }) =>
        child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined,
      )
      for (const process of all) {
        if (process.settle) process.child.kill('SIGKILL')
        else retire(process)
      }
      await Promise.all(ends)
    },
  }
}
