import { sql } from 'kysely'
import type { ReadTable } from '#features/operators/index.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Runs } from '#platform/runs/runs.ts'
import { type CheckResult, checkFolder } from './check-folder.ts'
import { type CheckOutcome, checkAsRun } from './check-run.ts'
import { exportOffice, type Snapshot } from './export-office.ts'
import { folderOfList, type ListFolder } from './flat-list.ts'
import { openFolder } from './folder.ts'
import { importFolder } from './import-folder.ts'
import type { ImportOutcome, ImportPosition } from './import-rows.ts'
import type { TransferNeeds } from './transfer-kind-io.ts'
import { findManager, findTwoManagers } from './who-moves.ts'

interface Options extends TransferNeeds {
  readonly runs: Runs
  readonly audit: Audit
  readonly office: { readonly productTag: string }
  /** Reads a table in a process of its own. */
  readonly readTable: ReadTable
}

export type Transfer = ReturnType<typeof createTransfer>

/** An office moves in from a folder of its old system, or out into one. */
export function createTransfer(options: Options) {
  const { runs, audit, db, office } = options
  const imports = runs.defineRun<ImportPosition, ImportOutcome>({
    kind: 'transfer_import',
    audit: 'transfer_imported',
    isCancellable: true,
    fails: { after: 2, audit: 'transfer_failed' },
    work: (run, recorder: AuditRecorder) => importFolder(options, run.subject, run, recorder),
  })

  const checks = runs.defineRun<never, CheckOutcome>({
    kind: 'transfer_check',
    audit: 'transfer_checked',
    isCancellable: true,
    fails: { after: 2, audit: 'transfer_failed' },
    work: (run, recorder) => checkAsRun(options, run, recorder),
  })

  return {
    /** The runs that import folders, and those that check them; the subject of each is the path of its folder. */
    imports,
    checks,

    /** Judges every row of a folder; writes nothing to the database. */
    check: (folder: string, report?: (done: number, total: number) => void): Promise<CheckResult> =>
      checkFolder(options, folder, report),

    /** Imports a folder that the check found right, to its end; goes on where an earlier import of it broke off. */
    async importNow(folder: string, startedBy: number) {
      const { files } = await openFolder(options, folder)
      const total = files.reduce((sum, { rows }) => sum + rows, 0)
      return imports.runNow({ subject: folder, startedBy, total })
    },

    /** The id of the enabled RUP with a tax code; throws a `MoverError`. */
    findManager: (taxCode: string): Promise<number> => findManager(options, taxCode, '--by'),

    /** The ids of two enabled RUPs by their tax codes; throws a `MoverError`. */
    findTwoManagers: (by: string, confirmedBy: string) => findTwoManagers(options, by, confirmedBy),

    /** The folder of the format for a table of records; throws a `FolderError`. */
    folderOfList: (path: string): Promise<ListFolder> => folderOfList(options.readTable, path),

    /** Writes everything of the office into a new folder, as one state of it. Two people answer for it. */
    exportAll: (
      folder: string,
      people: { readonly by: number; readonly confirmedBy: number },
      report: (kind: string, rows: number) => void = () => {},
    ) =>
      audit.job('transfer_exported', async (recorder) => {
        recorder.record('export', [])
        recorder.record('user', [people.by, people.confirmedBy], ['by', 'confirmedBy'])
        const snapshot: Snapshot = (work) =>
          db.transaction().execute(async (tx) => {
            await sql`set transaction isolation level repeatable read, read only`.execute(tx)
            return work(tx)
          })
        return exportOffice(options, snapshot, folder, { source: office.productTag, report })
      }),
  }
}
