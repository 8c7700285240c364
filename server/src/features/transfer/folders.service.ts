import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { ListedFolder, ListedRun, RunKindName, transferFileKinds } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Upload } from '#platform/http/upload.ts'
import type { RunStatus } from '#platform/runs/run-status.ts'
import type { RunOfKind, Runs } from '#platform/runs/runs.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { CheckOutcome } from './check-run.ts'
import { type Correspondence, correspondencesText, readCorrespondences, withFilled } from './correspondences.ts'
import { tableName, tableWorkbook } from './error-workbook.ts'
import { type FolderNeeds, openFolder } from './folder.ts'
import type { ImportOutcome } from './import-rows.ts'
import { findTable, saveTable } from './table/tables.store.ts'
import { type TableNeeds, takeTable } from './table/take-table.ts'
import type { Transfer } from './transfer.service.ts'

interface Options extends FolderNeeds, TableNeeds {
  readonly clock: Clock
  readonly inTransaction: InTransaction
  readonly runs: Runs
  readonly transfer: Pick<Transfer, 'imports' | 'checks'>
  /** The folder of the settings whose folders can be imported. */
  readonly importDir: string | undefined
  readonly presentRun: (run: RunOfKind, userId: number) => Promise<ListedRun>
}

/** An uploaded table, and the network that it comes from. */
export interface TableUpload {
  readonly upload: Upload
  readonly network: string
}

/** Folders that the page lists. */
const mostFolders = 100
const kinds: readonly RunKindName[] = ['transfer_check', 'transfer_import']

export type TransferFolders = ReturnType<typeof createTransferFolders>

/** The folders of one place of the server, of which RUP checks and imports one by its name. */
export function createTransferFolders(options: Options) {
  const { db, vault, clock, inTransaction, runs, transfer, presentRun } = options
  const { checks, imports } = transfer
  const importDir = options.importDir === undefined ? undefined : resolve(options.importDir)

  /** The names of the folders; a symbolic link is none. */
  async function namesOfFolders(): Promise<string[]> {
    if (importDir === undefined) return []
    const entries = await readdir(importDir, { withFileTypes: true }).catch(() => [])
    return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
  }

  /** The path of a folder that is listed by this name; 404 for any other name, so that no name leads elsewhere. */
  async function pathOf(name: string): Promise<string> {
    if (importDir === undefined || !(await namesOfFolders()).includes(name)) throw new AppError('not_found')
    return join(importDir, name)
  }

  const digestOf = (path: string) =>
    openFolder(options, path).then(
      ({ checkedDigest }) => checkedDigest,
      () => undefined,
    )

  /** Whether a folder is the one that its newest check found right. */
  async function mayImport(path: string, check: RunStatus<CheckOutcome> | undefined): Promise<boolean> {
    if (check?.state !== 'done' || check.outcome?.errors !== 0) return false
    return check.outcome.digest === (await digestOf(path))
  }

  async function storeTable(tx: Db, path: string, rows: readonly Correspondence[]): Promise<void> {
    const before = (await findTable(tx, vault, path))?.written ?? ''
    await saveTable(tx, vault, path, {
      filled: correspondencesText(rows),
      written: correspondencesText(withFilled(readCorrespondences(before), rows)),
      uploadedAt: clock.now(),
    })
  }

  const presentAs = (kind: RunKindName, run: RunStatus<unknown>, userId: number) => presentRun({ ...run, kind }, userId)

  async function present(name: string, userId: number): Promise<ListedFolder> {
    const path = await pathOf(name)
    const [check, run] = [await checks.findNewest(path), await imports.findNewest(path)]
    const { refused = [] }: Partial<ImportOutcome> = run?.outcome ?? {}
    return {
      name,
      check: check && (await presentAs('transfer_check', check, userId)),
      errors: check?.outcome?.errors,
      hasOpenCorrespondences: check?.outcome?.hasOpenCorrespondences ?? false,
      tableAt: (await findTable(db, vault, path))?.uploadedAt ?? undefined,
      mayImport: await mayImport(path, check),
      run: run && (await presentAs('transfer_import', run, userId)),
      refusedRows: refused.length > 0 ? refused.map(({ row }) => row) : undefined,
    }
  }

  async function totalOf(path: string): Promise<number> {
    const { files } = await openFolder(options, path).catch(() => {
      throw new AppError('conflict')
    })
    return files.reduce((sum, { rows }) => sum + rows, 0)
  }

  return {
    async state(userId: number) {
      const folders: ListedFolder[] = []
      for (const name of (await namesOfFolders()).slice(0, mostFolders)) folders.push(await present(name, userId))
      return { isConfigured: importDir !== undefined, folders }
    },

    /** Starts a check of a folder, or returns the one in progress. */
    async startCheck(name: string, { user, audit }: Caller): Promise<ListedRun> {
      const subject = await pathOf(name)
      const total = await totalOf(subject)
      const run = await inTransaction(audit, async (tx) => {
        const started = await checks.start(tx, { subject, startedBy: user.id, total })
        audit.record('batch', [started.run.id])
        return started.run
      })
      return presentAs('transfer_check', run, user.id)
    },

    /** Starts an import, makes a failed one go on, or returns the one in progress. 409 for a folder that no check found right as it is. */
    async startImport(name: string, { user, audit }: Caller): Promise<ListedRun> {
      const subject = await pathOf(name)
      if (!(await mayImport(subject, await checks.findNewest(subject)))) throw new AppError('conflict')
      const total = await totalOf(subject)
      const newest = await imports.findNewest(subject)
      const run = await inTransaction(audit, async (tx) => {
        const started =
          newest?.state === 'failed'
            ? await imports.retry(tx, newest.id)
            : (await imports.start(tx, { subject, startedBy: user.id, total })).run
        audit.record('batch', [started.id])
        return started
      })
      return presentAs('transfer_import', run, user.id)
    },

    /** Ends a check or an import early. */
    async cancel(id: number, { user, audit }: Caller): Promise<ListedRun> {
      const { kind } = await runs.get(id, kinds)
      audit.record('batch', [id])
      const run = kind === 'transfer_check' ? await checks.cancel(id, audit) : await imports.cancel(id, audit)
      return presentAs(kind as RunKindName, run, user.id)
    },

    /** The workbook of errors or the table of correspondences; 404 where there is none. */
    async file(name: string, kind: keyof typeof transferFileKinds, { audit }: Pick<Caller, 'audit'>) {
      const path = await pathOf(name)
      const check = await checks.findNewest(path)
      if (!check) throw new AppError('not_found')
      audit.record('batch', [check.id])
      if (kind === 'errors') return checks.openResult(check.id)
      const table = await findTable(db, vault, path)
      if (!table?.written) throw new AppError('not_found')
      const workbook = await tableWorkbook(readCorrespondences(table.written))
      return { name: tableName, stream: Readable.from([workbook]) }
    },

    /** Stores the filled-in table of a folder that was checked, for the next check; one with errors is not stored. */
    async takeTable(name: string, { upload, network }: TableUpload, { audit }: Pick<Caller, 'audit'>) {
      const path = await pathOf(name)
      const [check, run] = [await checks.findNewest(path), await imports.findNewest(path)]
      if (check?.state !== 'done' || run?.state === 'running') throw new AppError('conflict')
      const { rows, errors } = await takeTable(options, upload, network)
      await inTransaction(audit, async (tx) => {
        audit.record('batch', [check.id])
        if (errors.length === 0) await storeTable(tx, path, rows)
      })
      return { rows: rows.length, filled: rows.filter(({ ours }) => ours !== '').length, errors }
    },
  }
}
