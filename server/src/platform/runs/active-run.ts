import type { AuditRecorder } from '../audit/audit-recorder.ts'
import type { Clock } from '../clock.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import type { Files } from '../files/files.ts'
import type { ActiveRun, Progress, RunDefinition, Step } from './run-definition.ts'
import { originOf } from './run-status.ts'
import { addDone, deleteEmptyBefore, endRun, lockRun, type StoredRun, saveProgress, saveWait } from './runs.store.ts'

/** The run has ended elsewhere: finished by another attempt, cancelled or failed. */
export class RunEndedError extends Error {}

/** The attempt stops here and goes on later, in this process or another: at once, or after some seconds. */
export class RunPausedError extends Error {
  readonly seconds: number
  constructor(message: string, seconds = 0) {
    super(message)
    this.seconds = seconds
  }
}

/** When an attempt pauses or rests. */
export interface Pauses {
  /** The server stops. */
  readonly isStopping: () => boolean
  /** The attempt has taken as long as it may. */
  readonly isTimeOver: () => boolean
  /** Waits before a step, now and then. */
  readonly rest: () => Promise<void>
}

interface AttemptOptions extends Pauses {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly clock: Clock
  readonly files: Files
  /** The recorder of the attempt. */
  readonly recorder: AuditRecorder
}

const progressOf = <P>({ position, done, skipped, doneBytes }: Pick<StoredRun, keyof Progress<P>>): Progress<P> => ({
  position: (position ?? undefined) as P | undefined,
  done,
  skipped,
  doneBytes,
})

const progressAfter = <P>(before: Progress<P>, { position, done = 0, skipped = 0, doneBytes = 0 }: Step<P>) => ({
  position: position ?? before.position,
  done: before.done + done,
  skipped: before.skipped + skipped,
  doneBytes: before.doneBytes + doneBytes,
})

/** The row of a run that goes on, locked. */
async function lockActive(tx: Db, id: number) {
  const row = await lockRun(tx, id)
  if (!row) throw new RunEndedError(`Run ${id} has ended.`)
  return row
}

function pauseIf(isDue: boolean, id: number) {
  if (isDue) throw new RunPausedError(`Run ${id} pauses.`)
}

/** One attempt at a run: what its work is given, and whether the work has ended the run by itself. */
export function createActiveRun<P, O>(
  options: AttemptOptions,
  definition: RunDefinition<P, O>,
  stored: StoredRun,
): { readonly run: ActiveRun<P, O>; readonly isFinished: () => boolean } {
  const { isFinished, ...ending } = createEnding(options, definition, stored.id)
  return { run: { ...originOf(stored), ...createSteps<P>(options, stored), ...ending }, isFinished }
}

type Steps<P> = Pick<ActiveRun<P, never>, 'progress' | 'step' | 'waits' | 'wait'>

function createSteps<P>(
  { inTransaction, recorder, isStopping, isTimeOver, rest }: AttemptOptions,
  stored: StoredRun,
): Steps<P> {
  const { id } = stored
  let progress = progressOf<P>(stored)
  let { waits } = stored

  return {
    progress: () => progress,

    async step(write) {
      await rest()
      pauseIf(isStopping() || isTimeOver(), id)
      progress = await inTransaction(recorder, async (tx) => {
        const before = progressOf<P>(await lockActive(tx, id))
        const added = await write(tx, before)
        if (!added) return before
        const after = progressAfter(before, added)
        await saveProgress(tx, id, { ...after, ...added.totals })
        return after
      })
      waits = 0
      return progress
    },

    waits: () => waits,

    async wait(what, seconds) {
      await inTransaction(recorder, async (tx) => {
        await lockActive(tx, id)
        await saveWait(tx, id, what)
      })
      throw new RunPausedError(`Run ${id} waits for ${what}.`, seconds)
    },
  }
}

interface Result<O> {
  readonly outcome: O | undefined
  readonly fileId?: string
  readonly done?: number
}

function createEnding<P, O>(options: AttemptOptions, definition: RunDefinition<P, O>, id: number) {
  const { db, inTransaction, files, recorder, isStopping } = options
  let isFinished = false
  /** What this attempt counted: another one at the same time counts in the same row. */
  let counted = 0

  async function finish(write: (tx: Db) => Promise<Result<O>>): Promise<void> {
    const inputFileId = await inTransaction(recorder, async (tx) => {
      const row = await lockActive(tx, id)
      await endAsDone(tx, options, definition, row, await write(tx))
      return row.inputFileId
    })
    isFinished = true
    if (inputFileId) await files.delete(inputFileId)
  }

  const ending: Pick<ActiveRun<P, O>, 'count' | 'finish' | 'finishWithFile'> = {
    async count(done) {
      pauseIf(isStopping(), id)
      counted += done
      if (!(await addDone(db, id, done))) throw new RunEndedError(`Run ${id} has ended.`)
    },

    finish: (write) => finish(async (tx) => ({ outcome: await write?.(tx) })),

    async finishWithFile(file, source, write) {
      await inTransaction(recorder, async (tx) => {
        await lockActive(tx, id)
        await saveProgress(tx, id, { position: undefined, done: 0, skipped: 0, doneBytes: 0 })
      })
      const bytes = await files.storeBytes(source)
      try {
        await finish(async (tx) => {
          const record = await files.record(tx, { ...file, purpose: 'export' }, bytes)
          return { outcome: await write?.(tx, record.id), fileId: record.id, done: counted }
        })
      } catch (error) {
        // After any other error the transaction may have been committed; bytes without a row are swept.
        if (error instanceof RunEndedError) await files.discard([bytes.storedName])
        throw error
      }
    },
  }
  return { ...ending, isFinished: () => isFinished }
}

async function endAsDone<P, O>(
  tx: Db,
  { clock }: AttemptOptions,
  { kind, dropsEmptyRuns }: RunDefinition<P, O>,
  { id, subject }: Pick<StoredRun, 'id' | 'subject'>,
  { outcome, fileId, done }: Result<O>,
): Promise<void> {
  const outcomeText = outcome === undefined ? null : JSON.stringify(outcome)
  await endRun(tx, id, {
    state: 'done',
    finishedAt: clock.now(),
    outcome: outcomeText,
    fileId: fileId ?? null,
    inputFileId: null,
    ...(done !== undefined && { done }),
  })
  if (dropsEmptyRuns) await deleteEmptyBefore(tx, { id, kind, subject })
}
