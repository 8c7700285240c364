import { sql } from 'kysely'
import type { Audit } from '#platform/audit/audit.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Runs } from '#platform/runs/runs.ts'
import { type CheckResult, checkFolder } from './check-folder.ts'
import { exportOffice, type Snapshot } from './export-office.ts'
import { openFolder } from './folder.ts'
import { importFolder } from './import-folder.ts'
import type { ImportOutcome, ImportPosition } from './import-rows.ts'
import type { TransferNeeds } from './transfer-kind-io.ts'

interface Options extends TransferNeeds {
  readonly runs: Runs
  readonly audit: Audit
  readonly office: { readonly productTag: string }
}

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

  return {
    /** Judges every row of a folder; writes nothing to the database. */
    check: (folder: string, report?: (done: number, total: number) => void): Promise<CheckResult> =>
      checkFolder(options, folder, report),

    /** Imports a folder that the check found right, to its end; goes on where an earlier import of it broke off. */
    async importNow(folder: string, startedBy: number) {
      const { files } = await openFolder(folder)
      const total = files.reduce((sum, { rows }) => sum + rows, 0)
      return imports.runNow({ subject: folder, startedBy, total })
    },

    /** Writes everything of the office into a new folder, as one state of it. */
    exportAll: (folder: string, report: (kind: string, rows: number) => void = () => {}) =>
      audit.job('transfer_exported', async (recorder) => {
        recorder.record('export', [])
        const snapshot: Snapshot = (work) =>
          db.transaction().execute(async (tx) => {
            await sql`set transaction isolation level repeatable read, read only`.execute(tx)
            return work(tx)
          })
        return exportOffice(options, snapshot, folder, { source: office.productTag, report })
      }),
  }
}
