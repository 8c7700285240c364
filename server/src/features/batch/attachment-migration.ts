import type { UnmovedReason } from '@portal/contract'
import type { Logger } from 'pino'
import { numbersOfFiles } from '#platform/attachments/attachments.store.ts'
import type { Db } from '#platform/database/transaction.ts'
import { CopyDiffersError, type FileCopy, type FileMoves } from '#platform/files/file-moves.ts'
import { MissingFileError, StoreAwayError } from '#platform/files/object-store.ts'
import { DamagedError } from '#platform/protection/vault.ts'
import { RunEndedError, RunPausedError } from '#platform/runs/active-run.ts'
import type { ActiveRun, RunDefinition } from '#platform/runs/run-definition.ts'

/** Files of one step, copied at the same time; each takes the memory of one part of an upload. */
const filesAtOnce = 4
/** How many unmoved files a run names; the server log names all. */
const maxListed = 100
const waitSeconds = 30
/** Waits in a row after which a file that cannot be read is left, if the stores themselves answer. */
const maxWaits = 3

/** A file that stays where it is: an attachment by its number in the audit log, another file by its id. */
export interface UnmovedFile {
  readonly number?: number | undefined
  readonly id?: string
  readonly reason: UnmovedReason
}

interface Position {
  /** The last file of the steps so far. */
  readonly after?: string | undefined
  readonly unmoved: readonly UnmovedFile[]
}

export interface MigrationOutcome {
  readonly unmoved: readonly UnmovedFile[]
}

type MigrationRun = ActiveRun<Position, MigrationOutcome>

interface Options {
  readonly db: Db
  readonly moves: FileMoves
  readonly log: Logger
}

/** Moves every file to the target store. A file that cannot be moved stays where it is, and the next run tries it again. */
export const migrationRun = (options: Options): RunDefinition<Position, MigrationOutcome> => ({
  kind: 'attachment_migration',
  audit: 'attachment_migration_run',
  isCancellable: true,
  async work(run) {
    const next = () => options.moves.listOutside(run.progress().position?.after, filesAtOnce)
    for (let ids = await next(); ids.length > 0; ids = await next()) await moveSome(options, run, ids)
    await countAgain(options.moves, run)
    await run.finish(async () => ({ unmoved: run.progress().position?.unmoved ?? [] }))
  },
})

/** Of files that were deleted before their turn the totals of the start know nothing. */
async function countAgain(moves: FileMoves, run: MigrationRun): Promise<void> {
  const { total, totalBytes } = await moves.amountOutside()
  await run.step(async (_tx, { done, doneBytes }) => ({
    totals: { total: done + total, totalBytes: doneBytes + totalBytes },
  }))
}

async function moveSome(options: Options, run: MigrationRun, ids: readonly string[]): Promise<void> {
  const { moves } = options
  const leavesUnread = run.waits() >= maxWaits && (await moves.canReach())
  const tries = await Promise.all(ids.map((id) => tryToCopy(options, id, leavesUnread)))
  const copies = tries.flatMap(({ copy }) => copy ?? [])
  if (tries.some(({ isAway }) => isAway)) {
    for (const copy of copies) await moves.discard(copy, false)
    await run.wait('file_store', waitSeconds)
  }
  const unmoved = await nameUnmoved(
    options.db,
    tries.flatMap(({ file }) => file ?? []),
  )
  const noted = await noteCopies(moves, run, { last: ids.at(-1), copies, unmoved })
  for (const copy of copies) await moves.discard(copy, noted.has(copy))
}

async function nameUnmoved(db: Db, files: readonly Required<Try>['file'][]): Promise<UnmovedFile[]> {
  const numbers = await numbersOfFiles(
    db,
    files.map(({ id }) => id),
  )
  return files.map(({ id, reason }) => {
    const number = numbers.get(id)
    return number === undefined ? { id, reason } : { number, reason }
  })
}

interface Try {
  readonly copy?: FileCopy | undefined
  readonly file?: { readonly id: string; readonly reason: UnmovedReason }
  readonly isAway?: true
}

function reasonOf(error: unknown, leavesUnread: boolean): UnmovedReason | 'away' | undefined {
  if (error instanceof MissingFileError) return 'missing'
  if (error instanceof DamagedError) return 'damaged'
  if (error instanceof CopyDiffersError) return 'different'
  if (error instanceof StoreAwayError) return leavesUnread ? 'unreadable' : 'away'
  return undefined
}

async function tryToCopy({ moves, log }: Options, id: string, leavesUnread: boolean): Promise<Try> {
  try {
    return { copy: await moves.copy(id) }
  } catch (error) {
    const reason = reasonOf(error, leavesUnread)
    if (!reason) throw error
    if (reason === 'away') {
      log.warn({ err: error }, 'the attachment migration waits for a file store')
      return { isAway: true }
    }
    log.error({ alert: 'damaged', err: error, fileId: id, reason }, 'a file could not be moved to its store')
    return { file: { id, reason } }
  }
}

interface StepResult {
  readonly last: string | undefined
  readonly copies: readonly FileCopy[]
  readonly unmoved: readonly UnmovedFile[]
}

/** Notes the copies in one step; returns those that are noted. */
async function noteCopies(moves: FileMoves, run: MigrationRun, { last, copies, unmoved }: StepResult) {
  const from = run.progress().position?.after
  let noted = new Set<FileCopy>()
  try {
    await run.step(async (tx, { position }) => {
      noted = new Set()
      // Another attempt has made this step.
      if (position?.after !== from) return undefined
      for (const copy of copies) if (await moves.note(tx, copy)) noted.add(copy)
      return {
        position: { after: last, unmoved: [...(position?.unmoved ?? []), ...unmoved].slice(0, maxListed) },
        done: noted.size,
        skipped: unmoved.length,
        doneBytes: [...noted].reduce((sum, { size }) => sum + size, 0),
      }
    })
  } catch (error) {
    // Nothing was written. After any other error the transaction may have been committed, and the sweep deletes what no row has.
    if (error instanceof RunEndedError || error instanceof RunPausedError)
      for (const copy of copies) await moves.discard(copy, false)
    throw error
  }
  return noted
}
