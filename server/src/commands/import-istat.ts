import { readFile } from 'node:fs/promises'
import { type IstatFile, parseIstatFile } from '#features/reference/istat-file.ts'
import { type IstatChanges, importIstat, loadProvinceIds } from '#features/reference/istat-import.ts'
import { systemClock, todayOf } from '#platform/clock.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { findTemplate } from '#platform/database/template.ts'
import { createInTransaction, unaudited } from '#platform/database/transaction.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { readyDatabase } from '../wiring/ready-database.ts'
import { root, runCommand } from './command.ts'

/** The command's output, and whether the list was imported. */
export interface ImportReport {
  readonly isImported: boolean
  readonly lines: readonly string[]
}

/** Updates the municipalities in force to the list in `bytes`, or changes nothing if it has errors. `today` is an ISO date. */
export async function importList({ db }: Database, bytes: Uint8Array, today: string): Promise<ImportReport> {
  const provinces = new Set((await loadProvinceIds(db)).keys())
  const { rows, lineErrors } = parseIstatFile(bytes, { provinces })
  if (lineErrors.length > 0) return { isImported: false, lines: ['Nothing was imported.', ...lineErrors.map(lineOf)] }
  const changes = await createInTransaction(db)(unaudited, (tx) => importIstat(tx, rows, today))
  return { isImported: true, lines: countsOf(changes) }
}

const lineOf = ({ line, message }: IstatFile['lineErrors'][number]) => (line > 0 ? `Line ${line}: ${message}` : message)

const countsOf = (changes: IstatChanges) => Object.entries(changes).map(([word, count]) => `${word}: ${count}`)

/** Imports a file into the database of the settings. A running server must not hold an embedded one. */
export async function importFile(path: string, settings: Settings): Promise<ImportReport> {
  const { databaseUrl, dataDir } = settings
  const bytes = await readFile(path)
  const migrations = `${root}server/migrations`
  const templateFile = findTemplate(`${root}server/dist`, migrations)
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: 2, templateFile })
  try {
    await readyDatabase(database, settings, migrations)
    return await importList(database, bytes, todayOf(systemClock))
  } finally {
    await database.close()
  }
}

/** Runs `npm run import:istat -- <file>`; returns the exit code. */
export const runImport = (path: string | undefined): Promise<0 | 1> =>
  runCommand(async (settings) => {
    if (!path) throw new Error('Name the file: npm run import:istat -- Elenco-comuni-italiani.csv')
    const { isImported, lines } = await importFile(path, settings)
    return { code: isImported ? 0 : 1, lines }
  })
