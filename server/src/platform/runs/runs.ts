import type { Page } from '@portal/contract'
import { AppError } from '../app-error.ts'
import type { PageQuery } from '../database/page.ts'
import type { Db } from '../database/transaction.ts'
import { createAttempts } from './attempts.ts'
import type { RunDefinition, RunsOptions } from './run-definition.ts'
import { createRunKind, type RunKind } from './run-kind.ts'
import { type RunStatus, statusOf } from './run-status.ts'
import { findRun, listRuns, listUnfinished, type RunFilter, type StoredRun } from './runs.store.ts'

/** The job of every run; its payload names the run. */
export const runJob = 'runs.work'

/** A run of any kind. What its outcome is depends on the kind. */
export interface RunOfKind extends RunStatus<unknown> {
  readonly kind: string
}

export type Runs = ReturnType<typeof createRuns>

/**
 * Everything that takes long: a row of `runs` for each run, a job that carries it out, and a definition for each kind. What a
 * run does is written in steps, each in a transaction with the position it leads to, so that a run goes on after a crash.
 */
export function createRuns(options: RunsOptions) {
  const { db, inTransaction, jobs } = options
  const definitions = new Map<string, RunDefinition<unknown, unknown>>()
  const send = (tx: Db, runId: number, seconds = 0) =>
    seconds > 0
      ? jobs.sendLater(tx, runJob, { runId }, { seconds, key: String(runId) })
      : jobs.send(tx, runJob, { runId })
  const attempts = createAttempts({ ...options, send, findDefinition: (kind) => definitions.get(kind) })

  const present = (run: StoredRun): RunOfKind => ({
    ...statusOf<unknown>(run, options.clock.now(), options.filesHours),
    kind: run.kind,
  })

  return {
    /** Makes a kind of run known; returns the calls that start, show, cancel and retry its runs. */
    defineRun<P = never, O = never>(definition: RunDefinition<P, O>): RunKind<P, O> {
      if (definitions.has(definition.kind)) throw new Error(`There are two kinds of run named ${definition.kind}.`)
      definitions.set(definition.kind, definition as RunDefinition<unknown, unknown>)
      return createRunKind({ ...options, send, runToEnd: attempts.runToEnd }, definition)
    },

    /** A page of the runs of several kinds, newest first, of every user. */
    async list(request: PageQuery<unknown>, filter: RunFilter): Promise<Page<RunOfKind>> {
      const page = await listRuns(db, request, filter)
      return { ...page, rows: page.rows.map(present) }
    },

    /** The kinds that are defined. */
    kinds: (): readonly string[] => [...definitions.keys()],

    /** A run of one of several kinds; 404 where there is none. */
    async get(id: number, kinds: readonly string[]): Promise<RunOfKind> {
      const run = await findRun(db, id)
      if (!run || !kinds.includes(run.kind)) throw new AppError('not_found')
      return present(run)
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
