import { buffer } from 'node:stream/consumers'
import type { NewOperator, UploadFault } from '@portal/contract'
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
import { findTaken, type Judgement, judgeFile, type ReadTable, unread } from './judge-file.ts'
import {
  countStaged,
  dropStaged,
  finishUpload,
  listStaged,
  lockUpload,
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
  readonly readTable: ReadTable
}

/** More faults than these are counted, not told. */
export const faultsTold = 500
/** Accounts that are written in one transaction: on the embedded engine everybody else waits for it. */
const staged = 10

/** Adds all accounts of an upload, or none; the upload ends either way, and its file goes. */
export async function addAll(options: AddOptions, run: StoredUpload): Promise<void> {
  const { accounts, faults } = await judgeKept(options, run)
  if (faults.length > 0) await refuse(options, run, faults)
  else if (await stageAll(options, run, accounts)) await finish(options, run, accounts.length)
  // Somebody of the file was entered meanwhile: the next judgement says who.
  else return addAll(options, run)
  if (run.fileId) await options.files.delete(run.fileId)
}

/** The file as it is judged now: somebody may have been entered since the upload was asked for. */
async function judgeKept(options: AddOptions, { id, fileId }: StoredUpload): Promise<Judgement> {
  if (!fileId) return unread('file_non_leggibile')
  try {
    const { stream } = await options.files.open(fileId)
    return await judgeFile({ ...options, runId: id }, await buffer(stream))
  } catch (error) {
    const isUnreadable =
      error instanceof DamagedFileError ||
      error instanceof DamagedError ||
      error instanceof MissingFileError ||
      (error instanceof Problem && error.code === 'invalid_input') ||
      (error instanceof Problem && error.code === 'not_found')
    if (isUnreadable) return unread('file_non_leggibile')
    throw error
  }
}

/** Writes the accounts that are not yet written; false where a tax code or a mail address of them is taken by now. */
async function stageAll(options: AddOptions, run: StoredUpload, accounts: readonly NewOperator[]): Promise<boolean> {
  const { db, inTransaction, vault } = options
  let place = run.done
  while (place < accounts.length) {
    const from = place
    const some = accounts.slice(from, from + staged)
    const ready = await readyAccounts(
      db,
      vault,
      some.map((account) => newAccount(account, run.startedAt)),
      run,
    )
    const next = await inTransaction(async (tx) => {
      const now = await lockUpload(tx, run.id)
      // Another job of the same upload was faster: from where that is, or finished.
      if (now?.done !== from) return now?.done ?? accounts.length
      await lockAccounts(tx)
      const known = some.map(({ taxCode, mail }, index) => ({ row: index, taxCode, mail }))
      if ((await findTaken({ db: tx, vault, runId: run.id }, known)).length > 0) return undefined
      await stageAccounts(tx, ready)
      await countStaged(tx, run.id, from + some.length)
      return from + some.length
    })
    if (next === undefined) return false
    place = next
  }
  return true
}

/** Ends an upload whose accounts are all written: from then on they are accounts. */
const finish = ({ inTransaction, clock }: AddOptions, { id }: StoredUpload, count: number) =>
  inTransaction(async (tx) => {
    if (!(await lockUpload(tx, id))) return
    const ids = await listStaged(tx, id)
    if (ids.length !== count) throw new Error(`Upload ${id} has written ${ids.length} accounts of ${count}.`)
    await finishUpload(tx, id, { done: count, faults: [], finishedAt: clock.now() })
    touched('user', ids)
  })

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
