import type { RunWait } from '@portal/contract'
import type { Logger } from 'pino'
import type { Audit } from '../audit/audit.ts'
import type { AuditRecorder } from '../audit/audit-recorder.ts'
import type { Clock } from '../clock.ts'
import type { Db, InTransaction } from '../database/transaction.ts'
import type { Files } from '../files/files.ts'
import type { NewFile } from '../files/keep-file.ts'
import type { Jobs } from '../jobs.ts'

/** What runs need of the portal. */
export interface RunsOptions {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly clock: Clock
  readonly audit: Audit
  readonly log: Logger
  readonly jobs: Pick<Jobs, 'send' | 'sendLater'>
  readonly files: Files
  /** Hours for which a result file can be fetched. */
  readonly filesHours: number
}

/** How far a run is. */
export interface Progress<P> {
  /** Where the next step begins; undefined before the first one. */
  readonly position: P | undefined
  /** Items that are finished. */
  readonly done: number
  /** Items left as they are, because they cannot be processed. */
  readonly skipped: number
  /** Bytes of the finished items, of a run that counts them. */
  readonly doneBytes: number
}

/** What a step adds to the progress; `position` replaces the one before. */
export interface Step<P> {
  readonly position?: P
  readonly done?: number
  readonly skipped?: number
  readonly doneBytes?: number
  /** What there is in all, where that has changed since the start. */
  readonly totals?: { readonly total: number; readonly totalBytes: number }
}

/** Where and by whom a run was started. */
export interface RunOrigin {
  readonly id: number
  readonly subject: string
  /** Id of the owner; null where the portal started it by itself. */
  readonly startedBy: number | null
  readonly startedAt: Date
  readonly inputFileId: string | null
}

/**
 * One attempt at a run. Each method throws when the run has ended elsewhere, and `step` and `count` throw when the attempt has to
 * pause: the work lets these errors pass and is called again later, with the position of the last step.
 */
export interface ActiveRun<P, O> extends RunOrigin {
  /** As the last step left it. */
  progress(): Progress<P>

  /**
   * Writes one step and the progress it makes in one transaction, with the row of the run locked: several attempts take turns, so
   * `write` begins at the position it is given. It returns undefined to change nothing. Returns the new progress.
   */
  step(write: (tx: Db, progress: Progress<P>) => Promise<Step<P> | undefined>): Promise<Progress<P>>

  /** How many attempts in a row have ended in `wait`, without a step in between. */
  waits(): number

  /** Ends this attempt: the run says what it waits for and goes on from its position after some seconds. */
  wait(what: RunWait, seconds: number): Promise<never>

  /** Adds to the items done while a result file is made; never inside a transaction. The run ends with what this attempt added. */
  count(done: number): Promise<void>

  /** Ends the run as done, in one transaction with what `write` does; it returns the outcome. */
  finish(write?: (tx: Db) => Promise<O | undefined>): Promise<void>

  /** Makes the result file in one go, then ends the run with it. An attempt that breaks off leaves no file and begins again. */
  finishWithFile(
    file: Omit<NewFile, 'purpose'>,
    source: AsyncIterable<Uint8Array>,
    write?: (tx: Db, fileId: string) => Promise<O | undefined>,
  ): Promise<void>
}

/** `P` is the position, `O` the outcome; both are stored as JSON and hold ids, numbers and words of ours alone. */
export interface RunDefinition<P, O> {
  /** A word of ours, unique among the definitions. */
  readonly kind: string
  /** Action of the audit entries that the work leaves. */
  readonly audit: string
  /** Goes from the run's progress to its end; a run whose work returns is done. */
  readonly work: (run: ActiveRun<P, O>, audit: AuditRecorder) => Promise<void>
  /** Whether its owner may end it early. What its steps did stays. */
  readonly isCancellable?: boolean
  /** After how many errors the run fails; without it the run is tried again for ever. */
  readonly fails?: {
    readonly after: number
    /** Action of the audit entry of the failure. */
    readonly audit: string
    /** Written in the transaction in which the run fails. */
    readonly write?: (tx: Db, run: RunOrigin, audit: AuditRecorder) => Promise<void>
  }
  /** Whether earlier runs of the same subject that did nothing are deleted when one ends. */
  readonly dropsEmptyRuns?: boolean
}
