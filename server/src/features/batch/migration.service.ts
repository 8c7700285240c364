import type { FileStoresState, ListedRun } from '@portal/contract'
import type { Logger } from 'pino'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { FileMoves } from '#platform/files/file-moves.ts'
import type { RunStatus } from '#platform/runs/run-status.ts'
import type { Runs } from '#platform/runs/runs.ts'
import type { Caller } from '#platform/session/caller.ts'
import { type MigrationOutcome, migrationRun } from './attachment-migration.ts'
import type { RunList } from './run-list.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly runs: Runs
  readonly fileMoves: FileMoves
  readonly log: Logger
  readonly runList: RunList
}

export type AttachmentMigration = ReturnType<typeof createAttachmentMigration>

/** The attachment migration (decisions §9): starts, shows and cancels the run that moves files between stores. */
export function createAttachmentMigration({ db, inTransaction, runs, fileMoves, log, runList }: Options) {
  const definition = migrationRun({ db, moves: fileMoves, log })
  const migration = runs.defineRun(definition)
  const present = (run: RunStatus<unknown>, userId: number) =>
    runList.present({ ...run, kind: definition.kind }, userId)

  async function newestRun(userId: number): Promise<ListedRun | undefined> {
    const run = await migration.findNewest()
    return run && present(run, userId)
  }

  return {
    newestRun,

    async state(userId: number): Promise<FileStoresState> {
      return { stores: await fileMoves.contents(), run: await newestRun(userId) }
    },

    /** Starts a run, or returns the one in progress. */
    async start({ user, audit }: Caller): Promise<ListedRun> {
      const amount = await fileMoves.amountOutside()
      const run = await inTransaction(audit, async (tx) => {
        const started = await migration.start(tx, { startedBy: user.id, ...amount })
        audit.record('batch', [started.run.id])
        return started.run
      })
      return present(run, user.id)
    },

    /** Carries a run out to its end in this process, a new one or the unfinished one; `outside` is how many files it left. */
    async moveNow(): Promise<{ readonly run: RunStatus<MigrationOutcome>; readonly outside: number }> {
      const run = await migration.runNow({ startedBy: null, ...(await fileMoves.amountOutside()) })
      return { run, outside: (await fileMoves.amountOutside()).total }
    },

    async cancel(id: number, { user, audit }: Caller): Promise<ListedRun> {
      audit.record('batch', [id])
      return present(await migration.cancel(id, audit), user.id)
    },
  }
}
