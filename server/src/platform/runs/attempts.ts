import { setTimeout as delay } from 'node:timers/promises'
import type { AuditRecorder } from '../audit/audit-recorder.ts'
import type { Db } from '../database/transaction.ts'
import { createActiveRun, type Pauses, RunEndedError, RunPausedError } from './active-run.ts'
import type { RunDefinition, RunsOptions } from './run-definition.ts'
import { originOf } from './run-status.ts'
import { countFailure, endRun, findRun, lockRun } from './runs.store.ts'

// Well under the 15 minutes after which the queue takes a job for lost and gives it to another process.
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
    inTransaction(async (tx) => {
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
export function createAttempts(options: AttemptsOptions) {
  const { db, inTransaction, audit, log, send, findDefinition } = options
  let isStopping = false

  async function attempt(runId: number, pauses: Pauses): Promise<void> {
    const stored = await findRun(db, runId)
    const definition = stored && findDefinition(stored.kind)
    if (!stored || stored.finishedAt || !definition) return
    const { run, isFinished } = createActiveRun({ ...options, ...pauses }, definition, stored)
    try {
      await audit.job(definition.audit, (recorder) => definition.work(run, recorder))
      if (!isFinished()) await run.finish()
    } catch (error) {
      await afterError(error, definition, runId)
    }
  }

  async function afterError(error: unknown, definition: RunDefinition<unknown, unknown>, runId: number): Promise<void> {
    if (error instanceof RunEndedError) return
    if (error instanceof RunPausedError) return inTransaction((tx) => send(tx, runId, error.seconds))
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

    stop(): void {
      isStopping = true
    },
  }
}
