import type { RowError } from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { InTransaction } from '#platform/database/transaction.ts'
import type { RunStatus } from '#platform/runs/run-status.ts'
import type { Runs } from '#platform/runs/runs.ts'
import type { Caller } from '#platform/session/caller.ts'
import { type AddOptions, addAll, maxErrors, type UploadRun } from './add-all.ts'
import { judgeFile } from './judge-file.ts'

interface Options extends AddOptions {
  readonly inTransaction: InTransaction
  readonly runs: Runs
}

export type Uploads = ReturnType<typeof createUploads>

/** The state of an upload; the routes add the message of each error. */
export interface Upload {
  readonly id: number
  readonly startedAt: Date
  readonly finishedAt: Date | undefined
  readonly total: number
  readonly done: number
  readonly errors: readonly RowError[]
}

type UploadStatus = RunStatus<readonly RowError[]>

const present = ({ id, startedAt, finishedAt, total = 0, done, outcome = [] }: UploadStatus): Upload => ({
  id,
  startedAt,
  finishedAt,
  total,
  done,
  errors: outcome,
})

function bytesOf(content: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content) || content.length % 4 !== 0)
    throw invalidInput([{ path: 'contenuto', message: 'valore_non_valido' }])
  return Buffer.from(content, 'base64')
}

const mediaTypeOf = (bytes: Buffer) =>
  bytes.subarray(0, 2).toString('latin1') === 'PK'
    ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    : 'text/csv'

/** The upload under way, for a repeated request; throws 409 for another user or another file. */
function resume(run: UploadStatus, total: number, { user, audit }: Caller): Upload {
  if (run.startedBy !== user.id || run.total !== total) throw new AppError('upload_under_way')
  audit.record('batch', [run.id])
  return present(run)
}

/**
 * Upload of many accounts (decisions §9): validated at once, carried out as a run. Each step writes a batch of rows that are not
 * yet accounts; the last step turns all of them into accounts. The run never fails and cannot be cancelled, because either would
 * create only a part of the accounts.
 */
export function createUploads(options: Options) {
  const { inTransaction, vault, runs, files } = options

  const uploadRuns = runs.defineRun({
    kind: 'account_upload',
    audit: 'users_uploaded',
    async work(run: UploadRun, audit) {
      await vault.ring.reload()
      await vault.ring.settled()
      await addAll(options, run, audit)
    },
  })

  async function start(file: { fileName: string; bytes: Buffer }, total: number, caller: Caller): Promise<Upload> {
    const { user, audit } = caller
    const open = await uploadRuns.findNewest()
    if (open && !open.finishedAt) return resume(open, total, caller)
    const { fileName: name, bytes } = file
    const { id: inputFileId } = await files.keep(
      { name, mediaType: mediaTypeOf(bytes), purpose: 'upload', madeBy: user.id },
      (async function* () {
        yield bytes
      })(),
    )
    const { run, isNew } = await inTransaction(audit, async (tx) => {
      const started = await uploadRuns.start(tx, { startedBy: user.id, total, inputFileId })
      if (started.isNew) audit.record('batch', [started.run.id])
      return started
    })
    if (isNew) return present(run)
    // Another upload started concurrently.
    await files.delete(inputFileId)
    return resume(run, total, caller)
  }

  return {
    /** Validates a file. Without errors, and unless it is a dry run, starts the upload or returns the one under way. */
    async upload(
      { fileName, content, isDryRun }: { fileName: string; content: string; isDryRun?: boolean | undefined },
      caller: Caller,
    ) {
      const bytes = bytesOf(content)
      caller.audit.record('batch', [])
      const { rows, valid, errors } = await judgeFile(options, bytes)
      const isStarted = errors.length === 0 && !isDryRun
      return {
        rows,
        valid,
        errors: errors.slice(0, maxErrors),
        errorCount: errors.length,
        run: isStarted ? await start({ fileName, bytes }, rows, caller) : undefined,
      }
    },

    async newestRun(): Promise<Upload | undefined> {
      const run = await uploadRuns.findNewest()
      return run && present(run)
    },
  }
}
