import type { UploadFault } from '@portal/contract'
import type { Audit } from '#platform/audit/audit.ts'
import { touched } from '#platform/audit/audit-act.ts'
import type { Jobs } from '#platform/jobs.ts'
import { invalidInput, Problem } from '#platform/problem.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { type AddOptions, addAll, faultsTold } from './add-all.ts'
import { judgeFile } from './judge-file.ts'
import { findNewestUpload, findUpload, insertUpload, type StoredUpload } from './uploads.store.ts'

export const uploadJob = 'users.upload'

interface Options extends AddOptions {
  readonly audit: Audit
  readonly jobs: Pick<Jobs, 'send'>
}

export type Uploads = ReturnType<typeof createUploads>

/** An upload as it is told; the messages of its faults are made with the answer. */
export interface Upload {
  readonly id: number
  readonly startedAt: Date
  readonly finishedAt: Date | undefined
  readonly total: number
  readonly done: number
  readonly faults: readonly UploadFault[]
}

const present = ({ id, startedAt, finishedAt, total, done, faults }: StoredUpload): Upload => ({
  ...{ id, startedAt, total, done },
  finishedAt: finishedAt ?? undefined,
  faults: faults ?? [],
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

/**
 * Upload of many accounts (decisions §9): judged at once, carried out by a job. The job writes rows that are no accounts yet,
 * some at a time; the end of the upload makes accounts of all of them. Killed anywhere it goes on where it was.
 */
export function createUploads(options: Options) {
  const { db, inTransaction, vault, clock, audit, jobs, files } = options

  async function start(file: { fileName: string; bytes: Buffer }, total: number, user: SessionUser): Promise<Upload> {
    const open = await findNewestUpload(db)
    if (open && !open.finishedAt) return under(open, total, user)
    const { fileName: name, bytes } = file
    const kept = await files.keep(
      { name, mediaType: mediaTypeOf(bytes), purpose: 'upload', madeBy: user.id },
      (async function* () {
        yield bytes
      })(),
    )
    const run = await inTransaction(async (tx) => {
      const begun = await insertUpload(tx, { startedBy: user.id, startedAt: clock.now(), total, fileId: kept.id })
      if (begun) await jobs.send(tx, uploadJob, { runId: begun.id })
      if (begun) touched('batch', [begun.id])
      return begun
    })
    if (run) return present(run)
    // Somebody else began at the same moment: theirs is the upload.
    await files.delete(kept.id)
    const theirs = await findNewestUpload(db)
    if (!theirs) throw new Problem('conflict')
    return under(theirs, total, user)
  }

  /** A second click is answered with what the first one began; somebody else's file waits. */
  function under(run: StoredUpload, total: number, user: SessionUser): Upload {
    if (run.startedBy !== user.id || run.total !== total) throw new Problem('upload_under_way')
    touched('batch', [run.id])
    return present(run)
  }

  return {
    /** Judges a file; without faults, and unless it is a dry run, starts the upload or gives the one under way. */
    async upload(
      { fileName, content, isDryRun }: { fileName: string; content: string; isDryRun?: boolean | undefined },
      user: SessionUser,
    ) {
      const bytes = bytesOf(content)
      touched('batch', [])
      const { rows, valid, faults } = await judgeFile(options, bytes)
      const isStarted = faults.length === 0 && !isDryRun
      return {
        ...{ rows, valid },
        faults: faults.slice(0, faultsTold),
        faultsInAll: faults.length,
        run: isStarted ? await start({ fileName, bytes }, rows, user) : undefined,
      }
    },

    async newestRun(): Promise<Upload | undefined> {
      const run = await findNewestUpload(db)
      return run && present(run)
    },

    /** The job. */
    async carryOut({ runId }: { runId: number }): Promise<void> {
      const run = await findUpload(db, runId)
      if (!run || run.finishedAt) return
      await vault.ring.reload()
      await vault.ring.settled()
      await audit.job('users_uploaded', () => addAll(options, run))
    },

    /** Takes up an upload that a server left when it ended. */
    async resume(): Promise<void> {
      const run = await findNewestUpload(db)
      if (run && !run.finishedAt) await inTransaction((tx) => jobs.send(tx, uploadJob, { runId: run.id }))
    },
  }
}
