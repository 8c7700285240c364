import type { Readable } from 'node:stream'
import type { Page } from '@portal/contract'
import { AppError } from '../app-error.ts'
import type { PageQuery } from '../database/page.ts'
import { type Audited, type Db, unaudited } from '../database/transaction.ts'
import type { RunDefinition, RunsOptions } from './run-definition.ts'
import { type RunStatus, statusOf, takesPlace } from './run-status.ts'
import {
  endRun,
  findNewestRun,
  findRun,
  insertRun,
  listNewestRuns,
  listResultFiles,
  listRunsInProgress,
  listRunsOf,
  reopenRun,
  type StoredRun,
} from './runs.store.ts'

interface NewRun {
  /** What of its kind the run is about; there is one unfinished run of a kind and a subject at a time. */
  readonly subject?: string
  /** Id of the owner; null where the portal starts the run by itself. */
  readonly startedBy: number | null
  readonly total?: number
  /** Bytes of the items, of a run that counts them. */
  readonly totalBytes?: number
  readonly inputFileId?: string
}

interface RunKindOptions extends RunsOptions {
  /** Sends the job of a run. */
  readonly send: (tx: Db, runId: number) => Promise<void>
  readonly runToEnd: (runId: number) => Promise<void>
}

export type RunKind<P, O> = ReturnType<typeof createRunKind<P, O>>

/** The calls of one kind of run. Who may make which of them is up to the feature that defines the kind. */
export function createRunKind<P, O>(options: RunKindOptions, definition: RunDefinition<P, O>) {
  const { db, files } = options
  const reader = createReader<O>(options, definition.kind)
  const { present, getRun } = reader

  return {
    ...createStart<O>(options, definition.kind, reader),
    ...createEnd<O>(options, definition, reader),

    async findNewest(subject = ''): Promise<RunStatus<O> | undefined> {
      const run = await findNewestRun(db, definition.kind, subject)
      return run && present(run)
    },

    /** The newest run of each subject. */
    listNewest: async (): Promise<RunStatus<O>[]> => (await listNewestRuns(db, definition.kind)).map(present),

    /** A page of the runs that one user started, newest first. */
    async listOf(ownerId: number, request: PageQuery<unknown>): Promise<Page<RunStatus<O>>> {
      const page = await listRunsOf(db, request, { kind: definition.kind, ownerId })
      return { ...page, rows: page.rows.map(present) }
    },

    /** How many runs take a place of one user, and the starts since an instant; `tx` may hold a lock against other starts. */
    async countOf(tx: Db, ownerId: number, since: Date) {
      const now = options.clock.now()
      const { running, starts } = await listRunsInProgress(tx, definition.kind, ownerId, since)
      return { running: running.filter((run) => takesPlace(run, now)).length, starts }
    },

    get: async (id: number): Promise<RunStatus<O>> => present(await getRun(db, id)),

    /** The result file; 404 where there is none, and once it has expired. */
    async openResult(id: number): Promise<{ name: string; stream: Readable }> {
      const { file } = present(await getRun(db, id))
      if (!file) throw new AppError('not_found')
      const { record, stream } = await files.open(file.id)
      return { name: record.name, stream }
    },

    /** Deletes the result files of these subjects before they expire. */
    async deleteResults(subjects: readonly string[]): Promise<void> {
      for (const id of await listResultFiles(db, definition.kind, subjects)) await files.delete(id)
    },
  }
}

type Reader<O> = ReturnType<typeof createReader<O>>

const createReader = <O>({ clock, filesHours }: RunKindOptions, kind: string) => ({
  present: (run: StoredRun) => statusOf<O>(run, clock.now(), filesHours),

  async getRun(db: Db, id: number): Promise<StoredRun> {
    const run = await findRun(db, id)
    if (run?.kind !== kind) throw new AppError('not_found')
    return run
  },
})

function createStart<O>(options: RunKindOptions, kind: string, { present, getRun }: Reader<O>) {
  const { db, inTransaction, clock, send, runToEnd } = options

  /** Inserts the row of a run, or finds the unfinished one of its subject. */
  async function startOrJoin(tx: Db, { subject = '', startedBy, inputFileId, ...totals }: NewRun) {
    const startedAt = clock.now()
    const { total = null, totalBytes = null } = totals
    const row = { kind, subject, startedBy, startedAt, total, totalBytes, inputFileId: inputFileId ?? null }
    const id = await insertRun(tx, row)
    const run = await (id === undefined ? findNewestRun(tx, kind, subject) : findRun(tx, id))
    if (!run) throw new AppError('conflict')
    return { run: present(run), isNew: id !== undefined }
  }

  return {
    /**
     * Starts a run with its job in the caller's transaction, or joins the unfinished one of its subject. The caller records the
     * start in the audit log, and deletes the input file when the run was joined.
     */
    async start(tx: Db, run: NewRun): Promise<{ run: RunStatus<O>; isNew: boolean }> {
      const started = await startOrJoin(tx, run)
      if (started.isNew) await send(tx, started.run.id)
      return started
    },

    /** Carries a run out to its end without a job: a new one, or the unfinished one of its subject. Throws what its work throws. */
    async runNow(run: NewRun): Promise<RunStatus<O>> {
      const { id } = (await inTransaction(unaudited, (tx) => startOrJoin(tx, run))).run
      await runToEnd(id)
      return present(await getRun(db, id))
    },
  }
}

function createEnd<O>(
  { db, inTransaction, clock, files, send }: RunKindOptions,
  { kind, isCancellable }: Pick<RunDefinition<never, never>, 'kind' | 'isCancellable'>,
  { present, getRun }: Reader<O>,
) {
  return {
    /** Ends a run early; 409 when it has ended, and for a kind that cannot be cancelled. */
    async cancel(id: number, audit: Audited | undefined): Promise<RunStatus<O>> {
      const { inputFileId } = await getRun(db, id)
      const ending = { state: 'cancelled', finishedAt: clock.now(), inputFileId: null } as const
      if (!isCancellable || !(await inTransaction(audit, (tx) => endRun(tx, id, ending))))
        throw new AppError('conflict')
      if (inputFileId) await files.delete(inputFileId)
      return present(await getRun(db, id))
    },

    /** Makes a failed run go on from its position; 409 when it has not failed, and when it is not the newest of its subject. */
    async retry(tx: Db, id: number): Promise<RunStatus<O>> {
      const { subject } = await getRun(tx, id)
      const newest = await findNewestRun(tx, kind, subject)
      if (newest?.id !== id || !(await reopenRun(tx, id))) throw new AppError('conflict')
      await send(tx, id)
      return present(await getRun(tx, id))
    },
  }
}
