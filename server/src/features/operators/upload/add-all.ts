import { buffer } from 'node:stream/consumers'
import type { UploadFault } from '@portal/contract'
import { touched } from '#platform/audit/audit-act.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Files } from '#platform/files/files.ts'
import { MissingFileError } from '#platform/files/object-store.ts'
import { DamagedFileError } from '#platform/files/sealed-stream.ts'
import { Problem } from '#platform/problem.ts'
import { DamagedError, type Vault } from '#platform/protection/vault.ts'
import { newAccount } from '../operators.rules.ts'
import { lockAccounts } from '../operators.store.ts'
import { findTaken, type Judgement, judgeFile, unread } from './judge-file.ts'
import {
  countStaged,
  dropStaged,
  finishUpload,
  lockUpload,
  openStaged,
  readyAccounts,
  type StoredUpload,
  stageAccounts,
} from './uploads.store.ts'

export interface AddOptions {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly files: Files
}

/** More faults than these are counted, not told. */
export const faultsTold = 500
/** Accounts that are written in one transaction: on the embedded engine everybody else waits for it. */
const staged = 25

/** Adds all accounts of an upload, or none; the upload ends either way, and its file goes. */
export async function addAll(options: AddOptions, run: StoredUpload): Promise<void> {
  const { files } = options
  const judgement = await judgeKept(options, run)
  const isDone = judgement.faults.length === 0 && (await stageAll(options, run, judgement))
  if (isDone && !(await openAll(options, run, judgement))) return addAll(options, run)
  if (judgement.faults.length > 0) await refuse(options, run, judgement.faults)
  if (run.fileId) await files.delete(run.fileId)
}

/** The file as it is judged now: somebody may have been entered since the upload was asked for. */
async function judgeKept(options: AddOptions, { fileId }: StoredUpload): Promise<Judgement> {
  if (!fileId) return unread('file_non_leggibile')
  try {
    const { stream } = await options.files.open(fileId)
    return await judgeFile(options, await buffer(stream))
  } catch (error) {
    const isGone =
      error instanceof DamagedFileError ||
      error instanceof DamagedError ||
      error instanceof MissingFileError ||
      (error instanceof Problem && error.code === 'not_found')
    if (isGone) return unread('file_non_leggibile')
    throw error
  }
}

/** Writes the accounts that are not yet written; whether it is still for this job to go on. */
async function stageAll({ db, inTransaction, vault }: AddOptions, run: StoredUpload, { accounts }: Judgement) {
  let place: number | undefined = run.done
  while (place !== undefined && place < accounts.length) {
    const from: number = place
    const some = accounts.slice(from, from + staged).map((account) => newAccount(account, run.startedAt))
    const ready = await readyAccounts(db, vault, some, run)
    place = await inTransaction(async (tx) => {
      const now = await lockUpload(tx, run.id)
      // Another job of the same upload was faster: from where that is.
      if (now?.done !== from) return now?.done
      await stageAccounts(tx, ready)
      await countStaged(tx, run.id, from + some.length)
      return from + some.length
    })
  }
  return place !== undefined
}

/** Opens all accounts and ends the upload; false where somebody took a tax code or a mail address at the last moment. */
async function openAll({ inTransaction, clock }: AddOptions, run: StoredUpload, { accounts, claims }: Judgement) {
  return inTransaction(async (tx) => {
    if (!(await lockUpload(tx, run.id))) return true
    await lockAccounts(tx)
    if ((await findTaken(tx, claims)).length > 0) return false
    const ids = await openStaged(tx, run.id)
    if (ids.length !== accounts.length) throw new Error(`Upload ${run.id} has ${ids.length} accounts written.`)
    await finishUpload(tx, run.id, { done: ids.length, faults: [], finishedAt: clock.now() })
    touched('user', ids)
    return true
  })
}

/** Ends an upload that adds nothing, and takes back what was written for it. */
async function refuse({ inTransaction, clock }: AddOptions, { id }: StoredUpload, faults: readonly UploadFault[]) {
  const end = { done: 0, faults: faults.slice(0, faultsTold), finishedAt: clock.now() }
  const dropSome = async (tx: Db): Promise<boolean> => {
    const now = await lockUpload(tx, id)
    const dropped = now ? await dropStaged(tx, id, staged) : 0
    if (now && dropped > 0) await countStaged(tx, id, now.done - dropped)
    else await finishUpload(tx, id, end)
    return dropped > 0
  }
  while (await inTransaction(dropSome));
}
