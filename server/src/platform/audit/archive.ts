import { join } from 'node:path'
import { dayMs } from '@portal/contract'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { inShortTransaction, withMigrationLock } from '../database/migrate.ts'
import type { Db } from '../database/transaction.ts'
import {
  type Archive,
  type ArchivedEntry,
  findArchive,
  findMonthState,
  insertArchive,
  isInLog,
  type Month,
  type MonthLink,
  readMonth,
  readMonthLinks,
} from './archive.store.ts'
import { readArchiveFile, writeArchiveFile } from './archive-file.ts'
import { digestOf } from './digest.ts'

/** Months that the database keeps in any case, unless the operator says otherwise. */
const keptMonths = 24

export const archiveFileOf = (folder: string, { text }: Month): string => join(folder, `audit-${text}.jsonl.gz`)

/** A file whose every entry is in the chain. */
interface VerifiedFile {
  readonly entries: number
  readonly sha256: Buffer
}

/** Verifies each line of a file against the stored links of the month; throws a sentence that names the first wrong line. */
async function verifyFile(db: Db, file: string, month: Month): Promise<VerifiedFile> {
  const links = await readMonthLinks(db, month)
  let entries = 0
  const sha256 = await readArchiveFile(file, async (entry, line) => {
    const wrong = mismatch(entry, await links.take())
    if (wrong) throw new Error(`${file}, line ${line}: ${wrong}.`)
    entries = line
  }).catch((cause: Error) => {
    if (!('code' in cause)) throw cause
    throw new Error(`${file} cannot be read: ${cause.message}.`, { cause })
  })
  const next = await links.peek()
  if (next) throw new Error(`${file} lacks the entry at position ${next.position} of the chain.`)
  return { entries, sha256 }
}

function mismatch(line: ArchivedEntry | undefined, link: MonthLink | undefined): string | undefined {
  if (!line) return 'it is no entry of an archive'
  if (!link) return `the chain has no entry of this month at position ${line.position} or later`
  if (line.position !== link.position || line.entry.id !== link.entryId)
    return `the chain has entry ${link.entryId} at position ${link.position} here`
  if (!line.before.equals(link.before)) return 'the digest before it is not that of the chain'
  if (!line.digest.equals(link.digest)) return 'its digest is not that of the chain'
  return digestOf(line.before, line.entry).equals(line.digest) ? undefined : 'the entry does not give its digest'
}

/** Verifies the file of an archived month against the chain and the log; throws a sentence that says what is wrong. */
export async function verifyArchive(db: Db, file: string, month: Month): Promise<Archive> {
  const archive = await findArchive(db, month)
  if (!archive) throw new Error(`${month.text} is not archived.`)
  if (!(await isInLog(db, archive)))
    throw new Error(`The log does not say that ${month.text} is archived as its row says.`)
  const { entries, sha256 } = await verifyFile(db, file, month)
  if (entries !== archive.entries)
    throw new Error(`${file} has ${entries} entries, and the archive ${archive.entries}.`)
  if (!sha256.equals(archive.sha256))
    throw new Error(`${file} is not the file that was archived: its SHA-256 is another.`)
  return archive
}

interface Options {
  /** As the owner of the tables. */
  readonly database: Pick<Database, 'db' | 'pool'>
  readonly clock: Clock
  readonly month: Month
  readonly folder: string
  /** Archives a month of which the database should keep the entries. */
  readonly isYoungAllowed?: boolean
}

/**
 * Moves a month of the audit log into a file: writes and verifies it, detaches the month's partition while others write, verifies the
 * file again and drops the partition. The links stay. After an interruption it is called again.
 */
export async function archiveMonth({
  database,
  clock,
  month,
  folder,
  isYoungAllowed = false,
}: Options): Promise<Archive> {
  const { db } = database
  const file = archiveFileOf(folder, month)
  const { isDetached } = await findMonthState(db, month)
  if (!isDetached) {
    await refuseMonth(db, month, clock.now(), isYoungAllowed)
    await writeArchiveFile(file, readMonth(db, month))
    await detach(database, month, await verifyFile(db, file, month), clock.now())
  }
  const archive = await verifyArchive(db, file, month)
  await onSchema(database, (client) => client.query(`drop table ${month.partition}`))
  return archive
}

async function refuseMonth(db: Db, month: Month, now: Date, isYoungAllowed: boolean): Promise<void> {
  const { text, to } = month
  if (await findArchive(db, month)) throw new Error(`${text} is archived already.`)
  if (to.getTime() + dayMs > now.getTime()) throw new Error(`${text} is not over, or has been for less than a day.`)
  const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths))
  if (!isYoungAllowed && to > oldest)
    throw new Error(
      `${text} is younger than ${keptMonths} months, for which entries stay in the database. --although-young archives it.`,
    )
  const { isPartition, inDefault, isPending } = await findMonthState(db, month)
  if (inDefault)
    throw new Error(`Entries of ${text} are in the default partition, where they stay: entries are never moved.`)
  if (!isPartition) throw new Error(`The log has no partition of ${text}.`)
  if (isPending) throw new Error(`Entries of ${text} wait to be chained. A running server chains them.`)
}

/**
 * Detaches the partition, and says so in the table of the archives and in the log. All writers wait for the last two statements
 * alone; what comes before locks the old month only, into which nobody writes.
 */
async function detach(
  database: Options['database'],
  { text, day, partition }: Month,
  { entries, sha256 }: VerifiedFile,
  archivedAt: Date,
): Promise<void> {
  await onSchema(database, async (client) => {
    await client.query(`lock table ${partition} in share mode`)
    const { rows } = await client.query<{ count: number }>(`select count(*) from ${partition}`)
    if (rows[0]?.count !== entries)
      throw new Error(`The chain has ${entries} entries of ${text}, and the partition ${rows[0]?.count}.`)
    await insertArchive(client, { month: day, entries, sha256, archivedAt })
    await client.query(`alter table audit_entries detach partition ${partition}`)
  })
}

type Client = Parameters<Parameters<typeof withMigrationLock>[1]>[0]

const onSchema = ({ pool }: Options['database'], work: (client: Client) => Promise<unknown>): Promise<void> =>
  withMigrationLock(pool, (client) =>
    inShortTransaction(client, async () => {
      await work(client)
    }),
  )
