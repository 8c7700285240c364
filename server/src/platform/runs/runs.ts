import type { Db } from '../database/transaction.ts'
import { createAttempts } from './attempts.ts'
import type { RunDefinition, RunsOptions } from './run-definition.ts'
import { createRunKind, type RunKind } from './run-kind.ts'
import { listUnfinished } from './runs.store.ts'

/** The job of every run; its payload names the run. */
export const runJob = 'runs.work'

export type Runs = ReturnType<typeof createRuns>

/**
 * Everything that takes long: a row of `runs` for each run, a job that carries it out, and a definition for each kind. What a
 * run does is written in steps, each in a transaction with the position it leads to, so that a run goes on after a crash.
 */
export function createRuns(options: RunsOptions) {
  const { db, inTransaction, jobs } = options
  const definitions = new Map<string, RunDefinition<unknown, unknown>>()
  const send = (tx: Db, runId: number) => jobs.send(tx, runJob, { runId })
  const attempts = createAttempts({ ...options, send, findDefinition: (kind) => definitions.get(kind) })

  return {
    /** Makes a kind of run known; returns the calls that start, show, cancel and retry its runs. */
    defineRun<P = never, O = never>(definition: RunDefinition<P, O>): RunKind<P, O> {
      if (definitions.has(definition.kind)) throw new Error(`There are two kinds of run named ${definition.kind}.`)
      definitions.set(definition.kind, definition as RunDefinition<unknown, unknown>)
      return createRunKind({ ...options, send, runToEnd: attempts.runToEnd }, definition)
    },

    /** The job: makes one attempt at a run. */
    work: attempts.work,

    /** Sends the jobs of the runs that a server left unfinished when it ended. */
    async resume(): Promise<void> {
      for (const { id, kind } of await listUnfinished(db))
        if (definitions.has(kind)) await inTransaction((tx) => send(tx, id))
    },

    /** Makes the attempts in progress pause at their next step, since the server ends. */
    stop: attempts.stop,
  }
}
