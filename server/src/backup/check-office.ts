import { join } from 'node:path'
import { AppError } from '#platform/app-error.ts'
import { type Anchor, anchorFile, anchorsFrom } from '#platform/audit/anchor.ts'
import { verifyAudit } from '#platform/audit/verify.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { type AnyRow, anyTable } from '#platform/database/tables.ts'
import { createInTransaction } from '#platform/database/transaction.ts'
import { createFiles, type Files } from '#platform/files/files.ts'
import { MissingFileError } from '#platform/files/object-store.ts'
import { createLogger } from '#platform/logger.ts'
import type { AnySealedTable, SealedTable } from '#platform/protection/sealed-table.ts'
import { DamagedError, openVault, type Vault } from '#platform/protection/vault.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { storesOf } from '../wiring/create-platform.ts'
import { protectedTables } from '../wiring/protected-tables.ts'
import { countRows } from './stored-tables.ts'

/** What the office had when it was copied. */
export interface ExpectedContent {
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>
  /** The last sealed position of the audit log; undefined where it had none. */
  readonly audit?: Anchor | undefined
}

interface CheckOptions {
  readonly database: Database
  readonly settings: Settings
  readonly masterKey: Buffer
  readonly expected?: ExpectedContent | undefined
}

/** The result of a check: what was read, and a sentence for each failure, of which the first thousand are listed. */
export interface OfficeCheck {
  readonly failures: readonly string[]
  readonly failureCount: number
  readonly tables: number
  readonly rows: number
  readonly sealedRows: number
  readonly files: number
  readonly fileBytes: number
  readonly links: number
}

const maxListed = 1000
const rowsAtOnce = 200
const filesAtOnce = 4

function createFailures() {
  const listed: string[] = []
  let count = 0
  return {
    listed,
    count: () => count,
    add(sentence: string) {
      count += 1
      if (listed.length < maxListed) listed.push(sentence)
    },
  }
}
type Failures = ReturnType<typeof createFailures>

/**
 * Checks an office as it must be after a restore: the audit chain verifies, the tables have the rows that they had, each sealed
 * column of each row opens, and each file of the store opens under the key of its row and has its size. Reads everything once, in
 * batches.
 */
export async function checkOffice({ database, settings, masterKey, expected }: CheckOptions): Promise<OfficeCheck> {
  const { db, pool } = database
  // The failures are the result; the log would repeat them.
  const log = createLogger('silent')
  const vault = await openVault({ db, inTransaction: createInTransaction(db), master: masterKey, log })
  const files = createFiles({ db, vault, stores: storesOf(settings), clock: systemClock, log })
  const failures = createFailures()
  const links = await checkAudit(database, settings, expected, failures)
  const counts = await countRows(pool)
  for (const [table, rows] of Object.entries(expected?.tables ?? {}))
    if (counts[table] !== rows) failures.add(`${table}: ${counts[table] ?? 'no table'} rows instead of ${rows}.`)
  let sealedRows = 0
  for (const table of protectedTables) sealedRows += await checkSealed(database, vault, table, failures)
  const stored = await checkFiles(database, files, failures)
  return {
    failures: failures.listed,
    failureCount: failures.count(),
    tables: Object.keys(counts).length,
    rows: Object.values(counts).reduce((sum, rows) => sum + rows, 0),
    sealedRows,
    files: stored.count,
    fileBytes: stored.bytes,
    links,
  }
}

/** Returns the number of verified links. */
async function checkAudit(
  { db }: Database,
  { dataDir }: Settings,
  expected: ExpectedContent | undefined,
  failures: Failures,
): Promise<number> {
  const { anchors, isAnchorDamaged } = anchorsFrom(anchorFile(join(dataDir, 'audit-head.json')))
  const known = expected?.audit ? [...anchors, expected.audit] : anchors
  const { links, found } = await verifyAudit(db, { anchors: known, isAnchorDamaged })
  if (found) failures.add(`The audit log is broken (${JSON.stringify(found)}): npm run audit:verify`)
  return links
}

async function* pagesOf({ db }: Database, table: string, key: string, columns: readonly string[]) {
  let after: unknown
  for (;;) {
    const rows: AnyRow[] = await anyTable(db)
      .selectFrom(table)
      .select(columns)
      .$if(after !== undefined, (query) => query.where(key, '>', after))
      .orderBy(key)
      .limit(rowsAtOnce)
      .execute()
    yield rows
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)?.[key]
  }
}

/** Opens every sealed value of a table; returns the number of rows. */
async function checkSealed(
  database: Database,
  vault: Vault,
  table: AnySealedTable,
  failures: Failures,
): Promise<number> {
  let count = 0
  for await (const rows of pagesOf(database, table.table, table.key, [table.key, 'keyId', ...table.sealed])) {
    count += rows.length
    for (const row of rows) if (!(await opens(vault, table, row))) await nameColumns(vault, table, row, failures)
  }
  return count
}

async function opens(vault: Vault, table: AnySealedTable, row: AnyRow): Promise<boolean> {
  const id = row[table.key] as number | string
  try {
    // Plain rows wait for the encryption batch; only resealing reads them. The type of the plain values is of no matter here.
    await (row.keyId === null
      ? vault.reseal(table, id, row)
      : vault.open(table as SealedTable<Record<string, unknown>>, id, row))
    return true
  } catch (error) {
    if (error instanceof DamagedError) return false
    throw error
  }
}

async function nameColumns(vault: Vault, table: AnySealedTable, row: AnyRow, failures: Failures) {
  for (const column of table.sealed) {
    const alone = { [table.key]: row[table.key], keyId: row.keyId, [column]: row[column] }
    if (!(await opens(vault, table, alone)))
      failures.add(`${table.table} ${row[table.key]}: the column ${column} does not open.`)
  }
}

/** Reads every file to its end; returns their number and bytes. */
async function checkFiles(database: Database, files: Files, failures: Failures) {
  let count = 0
  let bytes = 0
  for await (const rows of pagesOf(database, 'files', 'id', ['id']))
    for (let from = 0; from < rows.length; from += filesAtOnce) {
      const ids = rows.slice(from, from + filesAtOnce).map(({ id }) => String(id))
      const sizes = await Promise.all(ids.map((id) => checkFile(files, id, failures)))
      count += ids.length
      bytes += sizes.reduce((sum, size) => sum + size, 0)
    }
  return { count, bytes }
}

async function checkFile(files: Files, id: string, failures: Failures): Promise<number> {
  let size = 0
  try {
    const { record, stream } = await files.open(id)
    for await (const chunk of stream) size += chunk.length
    if (size !== record.size) failures.add(`File ${id}: ${size} bytes instead of ${record.size}.`)
  } catch (error) {
    if (!isDeleted(error)) failures.add(`File ${id}: ${error instanceof Error ? error.message : String(error)}`)
  }
  return size
}

/** Whether a running server has deleted the row since it was listed; a file without bytes is another error. */
const isDeleted = (error: unknown) =>
  error instanceof AppError && error.code === 'not_found' && !(error instanceof MissingFileError)
