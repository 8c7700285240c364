import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@portal/contract'
import { AppError } from '../app-error.ts'
import type { AuditRecorder } from '../audit/audit-recorder.ts'
import type { PageQuery } from '../database/page.ts'
import { type Db, unaudited } from '../database/transaction.ts'
import { createActiveRun, type Pauses, RunEndedError, RunPausedError } from './active-run.ts'
import type { RunDefinition, RunsOptions } from './run-definition.ts'
import { createRunKind, type RunKind } from './run-kind.ts'
import { isWorkedOn, originOf, type RunStatus, statusOf } from './run-status.ts'
import {
  countFailure,
  endRun,
  findRun,
  listRuns,
  listUnfinished,
  lockRun,
  type RunFilter,
  type StoredRun,
  setWorkedAt,
} from './runs.store.ts'

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
      const now = options.clock.now()
      for (const run of await listUnfinished(db))
        if (definitions.has(run.kind) && !isWorkedOn(run, now)) await inTransaction(unaudited, (tx) => send(tx, run.id))
    },

    /** Says which runs this process works on; called every few seconds. */
    tend: attempts.tend,

    /** Makes the attempts in progress pause at their next step, since the server ends. */
    stop: attempts.stop,
  }
}

// Well under the 15 minutes after which the queue fails a job.
const attemptMs = 5 * 60_000
// The embedded engine serves one transaction at a time: the office's own calls come in between.
const [stepsMs, restMs] = [1500, 500]

function restBetweenSteps(): () => Promise<void> {
  let end = performance.now() + stepsMs
  return async () => {
    if (performance.now() < end) return
    await delay(restMs)
    end = performance.now() + stepsMs
  }
}

interface AttemptsOptions extends RunsOptions {
  /** Sends the job of a run, at once or after some seconds. */
  readonly send: (tx: Db, runId: number, seconds?: number) => Promise<void>
  readonly findDefinition: (kind: string) => RunDefinition<unknown, unknown> | undefined
}

/** Counts the error of an attempt; whether the run has failed with it. */
async function countFailureOf(
  { inTransaction, clock, audit }: RunsOptions,
  { fails }: RunDefinition<unknown, unknown>,
  id: number,
): Promise<boolean> {
  const count = (recorder?: AuditRecorder) =>
    inTransaction(recorder, async (tx) => {
      const run = await lockRun(tx, id)
      if (run) await countFailure(tx, id)
      if (!run || !fails || !recorder || run.faults + 1 < fails.after) return false
      await endRun(tx, id, { state: 'failed', finishedAt: clock.now() })
      await fails.write?.(tx, originOf(run), recorder)
      return true
    })
  return fails ? audit.job(fails.audit, count) : count()
}

/** Attempts at runs: each calls the work of the definition once, with the progress that earlier attempts made. */
function createAttempts(options: AttemptsOptions) {
  const { db, inTransaction, audit, log, send, findDefinition } = options
  let isStopping = false
  /** The runs that this process works on. */
  const working = new Set<number>()

  async function attempt(runId: number, pauses: Pauses): Promise<void> {
    const stored = await findRun(db, runId)
    const definition = stored && findDefinition(stored.kind)
    if (!stored || stored.finishedAt || !definition) return
    working.add(runId)
    try {
      await setWorkedAt(db, [runId], options.clock.now())
      await audit.job(definition.audit, async (recorder) => {
        const { run, isFinished } = createActiveRun({ ...options, ...pauses, recorder }, definition, stored)
        await definition.work(run, recorder)
        if (!isFinished()) await run.finish()
      })
    } catch (error) {
      await afterError(error, definition, runId)
    } finally {
      working.delete(runId)
    }
  }

  async function afterError(error: unknown, definition: RunDefinition<unknown, unknown>, runId: number): Promise<void> {
    if (error instanceof RunEndedError) return
    await setWorkedAt(db, [runId], null)
    if (error instanceof RunPausedError) return inTransaction(unaudited, (tx) => send(tx, runId, error.seconds))
    if (!(await countFailureOf(options, definition, runId))) throw error
    log.error({ err: error, runId, kind: definition.kind }, 'a run failed')
  }

  return {
    /**
     * Makes an attempt; does nothing when the run has ended. Throws what the work throws, so that the queue tries again, unless
     * the run has failed with it. An attempt that pauses sends the job again.
     */
    async work({ runId }: { readonly runId: number }): Promise<void> {
      const end = performance.now() + attemptMs
      const isTimeOver = () => performance.now() > end
      await attempt(runId, { isStopping: () => isStopping, isTimeOver, rest: restBetweenSteps() })
    },

    /** Makes an attempt that does not pause. */
    runToEnd: (runId: number) =>
      attempt(runId, { isStopping: () => false, isTimeOver: () => false, rest: async () => {} }),

    async tend(): Promise<void> {
      if (working.size > 0) await setWorkedAt(db, [...working], options.clock.now())
    },

    stop(): void {
      isStopping = true
    },
  }
}
