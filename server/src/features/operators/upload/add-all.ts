import { buffer } from 'node:stream/consumers'
import type { NewOperator, RowError } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import { MissingFileError } from '#platform/files/object-store.ts'
import { DamagedFileError } from '#platform/files/sealed-stream.ts'
import { DamagedError, type Vault } from '#platform/protection/vault.ts'
import type { ActiveRun } from '#platform/runs/run-definition.ts'
import { newAccount } from '../operators.rules.ts'
import { lockAccounts } from '../operators.store.ts'
import { findTaken, type Judgement, judgeFile, type ReadTable, unread } from './judge-file.ts'
import { dropStaged, listStaged, readyAccounts, stageAccounts } from './uploads.store.ts'

export interface AddOptions {
  readonly db: Db
  readonly vault: Vault
  readonly files: Files
  readonly readTable: ReadTable
}

/** Maximum number of errors that an answer lists; the rest is only counted. */
export const maxErrors = 500
/** Number of accounts for each transaction: on the embedded engine all other calls wait for it. */
const batchSize = 10

/** An upload; its outcome is the list of errors because of which it added nothing. */
export type UploadRun = ActiveRun<never, readonly RowError[]>

/** Adds all accounts of an upload, or none; the upload ends either way. */
export async function addAll(options: AddOptions, run: UploadRun, audit: AuditRecorder): Promise<void> {
  const { accounts, errors } = await judgeInput(options, run)
  if (errors.length > 0) return refuse(run, errors)
  if (await stageAll(options, run, accounts)) return finish(run, accounts.length, audit)
  // An account of the file was added concurrently: the next validation reports which.
  return addAll(options, run, audit)
}

/** Validates the file again: an account may have been added since the request. */
async function judgeInput(options: AddOptions, { id, inputFileId }: UploadRun): Promise<Judgement> {
  if (!inputFileId) return unread('file_non_leggibile')
  try {
    const { stream } = await options.files.open(inputFileId)
    return await judgeFile({ ...options, runId: id }, await buffer(stream))
  } catch (error) {
    const isUnreadable =
      error instanceof DamagedFileError ||
      error instanceof DamagedError ||
      error instanceof MissingFileError ||
      (error instanceof AppError && error.code === 'invalid_input') ||
      (error instanceof AppError && error.code === 'not_found')
    if (isUnreadable) return unread('file_non_leggibile')
    throw error
  }
}

/** Writes the remaining accounts; false where one of their tax codes or mail addresses is no longer free. */
async function stageAll(options: AddOptions, run: UploadRun, accounts: readonly NewOperator[]): Promise<boolean> {
  const { db, vault } = options
  let isTaken = false
  let { done } = run.progress()
  while (done < accounts.length && !isTaken) {
    const from = done
    const some = accounts.slice(from, from + batchSize)
    const newAccounts = some.map((account) => newAccount(account, run.startedAt))
    const ready = await readyAccounts(db, vault, newAccounts, run)
    const progress = await run.step(async (tx, now) => {
      // A concurrent attempt wrote this batch: continue after it.
      if (now.done !== from) return undefined
      await lockAccounts(tx)
      const known = some.map(({ taxCode, mail }, index) => ({ row: index, taxCode, mail }))
      isTaken = (await findTaken({ db: tx, vault, runId: run.id }, known)).length > 0
      if (isTaken) return undefined
      await stageAccounts(tx, ready)
      return { done: some.length }
    })
    done = progress.done
  }
  return !isTaken
}

/** Finishes an upload whose rows are all written, which turns them into accounts. */
const finish = (run: UploadRun, count: number, audit: AuditRecorder) =>
  run.finish(async (tx) => {
    const ids = await listStaged(tx, run.id)
    if (ids.length !== count) throw new Error(`Upload ${run.id} has written ${ids.length} accounts of ${count}.`)
    audit.record('user', ids)
    return []
  })

/** Finishes an upload without adding accounts, and deletes the rows that it wrote. */
async function refuse(run: UploadRun, errors: readonly RowError[]): Promise<void> {
  let dropped: number
  do {
    dropped = 0
    await run.step(async (tx) => {
      dropped = await dropStaged(tx, run.id, batchSize)
      return { done: -dropped }
    })
  } while (dropped > 0)
  await run.finish(async (tx) => {
    // Rows that a concurrent attempt wrote since would become accounts when the run finishes.
    while ((await dropStaged(tx, run.id, batchSize)) > 0);
    return errors.slice(0, maxErrors)
  })
}
