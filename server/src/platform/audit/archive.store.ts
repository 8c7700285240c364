import { type PlainDate, parseWireDate } from '@portal/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../database/transaction.ts'
import { entryColumns } from './chain.store.ts'
import { type ChainedEntry, digestOf, genesis } from './digest.ts'
import { type Reader, readerOf } from './reader.ts'
import { type Period, positionsIn } from './verify.store.ts'

/** A month of the log, in UTC as its partition. */
export interface Month extends Period {
  /** As 2026-11. */
  readonly text: string
  /** The first day. */
  readonly day: PlainDate
  readonly partition: string
}

/** Reads a month as 2026-11; undefined where the text is none. */
export function parseMonth(text: string): Month | undefined {
  const day = /^\d{4}-\d{2}$/.test(text) ? parseWireDate(`${text}-01`) : undefined
  if (!day) return undefined
  const from = new Date(`${text}-01T00:00:00Z`)
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))
  return { text, day, from, to, partition: `audit_entries_${text.replace('-', '_')}` }
}

/** The month of an instant, as 2026-11. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

/** An entry with its place in the chain: what a file of the archive has of it. */
export interface ArchivedEntry {
  readonly position: number
  /** Digest of the previous link. */
  readonly before: Buffer
  readonly digest: Buffer
  readonly entry: ChainedEntry
}

const batchSize = 1000

/** Digest of the previous link: a look-up for each row, since a join would read the links from the first one on. */
const digestBefore = sql<Buffer | null>`(
  select previous.digest from audit_links as previous where previous.position = audit_links.position - 1)`.as('before')

/** The links with an entry of the month in the order of the chain, from a position on. */
const monthLinks = (db: Db, { from, to }: Period, after: number) =>
  db
    .selectFrom('auditLinks')
    .where('auditLinks.entryAt', '>=', from)
    .where('auditLinks.entryAt', '<', to)
    .where('auditLinks.position', '>', after)
    .select(['auditLinks.position', 'auditLinks.entryId', 'auditLinks.digest', digestBefore])
    .orderBy('auditLinks.position')
    .limit(batchSize)

/** The entries of the month in the order of the chain. Throws where an entry of a link is missing. */
export async function* readMonth(db: Db, month: Month): AsyncGenerator<ArchivedEntry> {
  let after = await positionBefore(db, month)
  for (;;) {
    const rows = await monthLinks(db, month, after)
      .innerJoin('auditEntries', (join) =>
        join.onRef('auditEntries.at', '=', 'auditLinks.entryAt').onRef('auditEntries.id', '=', 'auditLinks.entryId'),
      )
      .where('auditEntries.at', '>=', month.from)
      .where('auditEntries.at', '<', month.to)
      .select(entryColumns)
      .execute()
    for (const { position, entryId, digest, before, ...entry } of rows)
      yield { position, before: before ?? genesis, digest, entry }
    const last = rows.at(-1)
    if (!last) return
    after = last.position
  }
}

export interface MonthLink {
  readonly position: number
  readonly entryId: number
  readonly before: Buffer
  readonly digest: Buffer
}

/** The links of the month in their order, whether or not their entries are in the database. */
export async function readMonthLinks(db: Db, month: Month): Promise<Reader<MonthLink>> {
  const first = await positionBefore(db, month)
  return readerOf(async (last) => {
    const rows = await monthLinks(db, month, last?.position ?? first).execute()
    return rows.map((row) => ({ ...row, before: row.before ?? genesis }))
  })
}

const positionBefore = async (db: Db, month: Month): Promise<number> => ((await positionsIn(db, month)).first ?? 1) - 1

/** Where the entries of a month are. */
export interface MonthState {
  readonly isPartition: boolean
  /** Detached and not dropped. */
  readonly isDetached: boolean
  readonly inDefault: boolean
  readonly isPending: boolean
}

export async function findMonthState(db: Db, { from, to, partition }: Month): Promise<MonthState> {
  const { rows } = await sql<MonthState>`
    select relispartition is true as "isPartition", relispartition is false as "isDetached",
      exists (select from audit_entries_default where at >= ${from} and at < ${to}) as "inDefault",
      exists (select from audit_pending where at >= ${from} and at < ${to}) as "isPending"
    from (values (to_regclass(${partition}))) as of_month (oid) left join pg_class using (oid)`.execute(db)
  const [state] = rows
  if (!state) throw new Error('The database returned no row.')
  return state
}

/** A row of the table of the archived months. */
export interface Archive {
  readonly month: PlainDate
  readonly entries: number
  readonly sha256: Buffer
  readonly archivedAt: Date
  readonly entryId: number
}

export const listArchives = (db: Db): Promise<Archive[]> =>
  db.selectFrom('auditArchives').selectAll().orderBy('month').execute()

export const findArchive = (db: Db, { day }: Month): Promise<Archive | undefined> =>
  db.selectFrom('auditArchives').selectAll().where('month', '=', day).executeTakeFirst()

/** The entry of the log that says that a month is archived: every column follows from the archive. */
const entryOf = ({ month, sha256, archivedAt, entryId }: Archive): ChainedEntry => ({
  id: entryId,
  at: archivedAt,
  userId: null,
  role: null,
  action: 'audit_archived',
  outcome: 'done',
  recordKind: 'retention',
  recordIds: [Number(month.slice(0, 7).replace('-', ''))],
  requestId: null,
  network: null,
  changedFields: [`sha256:${sha256.toString('hex')}`],
})

/**
 * Whether the log itself says that the month is archived in this file. The link of that entry suffices, since the entry may be
 * archived by now; an entry that waits to be chained must be there.
 */
export async function isInLog(db: Db, archive: Archive): Promise<boolean> {
  // First: an entry that is chained between the two statements waits no more and has its link.
  const pending = await db
    .selectFrom('auditPending')
    .innerJoin('auditEntries', (join) =>
      join.onRef('auditEntries.at', '=', 'auditPending.at').onRef('auditEntries.id', '=', 'auditPending.entryId'),
    )
    .select(entryColumns)
    .where('auditPending.entryId', '=', archive.entryId)
    .executeTakeFirst()
  if (pending) return digestOf(genesis, entryOf(archive)).equals(digestOf(genesis, pending))
  const link = await db
    .selectFrom('auditLinks')
    .select(['auditLinks.digest', digestBefore])
    .where('auditLinks.entryId', '=', archive.entryId)
    .executeTakeFirst()
  return link !== undefined && digestOf(link.before ?? genesis, entryOf(archive)).equals(link.digest)
}

/** The number of links with an entry of the period. */
export const countLinks = async (db: Db, { from, to }: Period): Promise<number> =>
  (
    await db
      .selectFrom('auditLinks')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('entryAt', '>=', from)
      .where('entryAt', '<', to)
      .executeTakeFirstOrThrow()
  ).count

/** Writes an archive and its entry of the log. For the owner of the tables, in a transaction. */
export async function insertArchive(client: pg.PoolClient, archive: Omit<Archive, 'entryId'>): Promise<void> {
  const { at, action, outcome, recordKind, recordIds, changedFields } = entryOf({ ...archive, entryId: 0 })
  const { rows } = await client.query<{ id: number }>(
    `insert into audit_entries (at, action, outcome, record_kind, record_ids, changed_fields)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [at, action, outcome, recordKind, recordIds, changedFields],
  )
  await client.query(
    'insert into audit_archives (month, entries, sha256, archived_at, entry_id) values ($1, $2, $3, $4, $5)',
    [archive.month, archive.entries, archive.sha256, archive.archivedAt, rows[0]?.id],
  )
}
