import { officeZone, type PlainDate } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { entryColumns } from './chain.store.ts'
import type { ChainedEntry } from './digest.ts'
import { type Reader, readerOf } from './reader.ts'
import type { Seal } from './seal.ts'

/** A stored link with its entry; undefined where the entry is missing or archived. */
export interface WalkedLink {
  readonly position: number
  readonly entryAt: Date
  readonly entryId: number
  readonly digest: Buffer
  readonly entry: ChainedEntry | undefined
}

const batchSize = 1000

/** Returns the next links after a position, with their entries; from the first one without a position. */
export async function loadLinks(db: Db, after: number | undefined): Promise<WalkedLink[]> {
  const query = db
    .selectFrom('auditLinks')
    .leftJoin('auditEntries', (join) =>
      join.onRef('auditEntries.at', '=', 'entryAt').onRef('auditEntries.id', '=', 'entryId'),
    )
    .select(['position', 'entryAt', 'entryId', 'digest', ...entryColumns])
    .orderBy('position')
    .limit(batchSize)
  const rows = await (after === undefined ? query : query.where('position', '>', after)).execute()
  return rows.map(({ position, entryAt, entryId, digest, ...entry }) => ({
    position,
    entryAt,
    entryId,
    digest,
    entry: entry.id === null ? undefined : (entry as ChainedEntry),
  }))
}

/** Reads the links after a position. */
export const readLinks = (db: Db, after: number | undefined): Reader<WalkedLink> =>
  readerOf((last) => loadLinks(db, last?.position ?? after))

/** Reads the seals after a number. */
export const readSeals = (db: Db, after: number): Reader<Seal> =>
  readerOf((last) =>
    db
      .selectFrom('auditSeals')
      .selectAll()
      .where('number', '>', last?.number ?? after)
      .orderBy('number')
      .limit(batchSize)
      .execute(),
  )

interface EntryState {
  readonly id: number
  readonly at: Date
  readonly isKnown: boolean
}

/** Reads the entries in order of time, with whether they are in the chain or pending. */
export const readEntries = (db: Db, between: Period | undefined): Reader<EntryState> =>
  readerOf((last) => {
    let query = db
      .selectFrom('auditEntries')
      .select([
        'id',
        'at',
        sql<boolean>`exists (select from audit_links where entry_id = id and entry_at = at)
          or exists (select from audit_pending where entry_id = id and audit_pending.at = audit_entries.at)`.as(
          'isKnown',
        ),
      ])
      .orderBy('at')
      .orderBy('id')
      .limit(batchSize)
    if (between) query = query.where('at', '>=', between.from).where('at', '<', between.to)
    // The first condition lets PostgreSQL skip earlier partitions.
    if (last) query = query.where('at', '>=', last.at).where(sql<boolean>`(at, id) > (${last.at}, ${last.id})`)
    return query.execute()
  })

/** From the first instant, included, to the second, excluded. */
export interface Period {
  readonly from: Date
  readonly to: Date
}

/** The period of a day in the office's time zone. */
export async function periodOfDay(db: Db, day: PlainDate): Promise<Period> {
  const { rows } = await sql<Period>`
    select ${day}::date::timestamp at time zone ${officeZone} as "from",
      (${day}::date + 1)::timestamp at time zone ${officeZone} as "to"`.execute(db)
  const [between] = rows
  if (!between) throw new Error('The database returned no row.')
  return between
}

/** Positions of the first and the last link with an entry in the period. */
export const positionsIn = (db: Db, { from, to }: Period) =>
  db
    .selectFrom('auditLinks')
    .select(({ fn }) => [fn.min('position').as('first'), fn.max('position').as('last')])
    .where('entryAt', '>=', from)
    .where('entryAt', '<', to)
    .executeTakeFirstOrThrow()

/** The last seal before an instant and, where a position is given, before that position. */
export async function findSealBefore(db: Db, instant: Date, position: number | null): Promise<Seal | undefined> {
  let query = db.selectFrom('auditSeals').selectAll().where('signedAt', '<', instant)
  if (position !== null) query = query.where('upTo', '<', position)
  return query.orderBy('signedAt', 'desc').orderBy('number', 'desc').limit(1).executeTakeFirst()
}

/** The number of the first seal from an instant on and, where a position is given, from that position on. */
export async function findSealNumberFrom(db: Db, instant: Date, position: number | null): Promise<number | undefined> {
  let query = db.selectFrom('auditSeals').select('number').where('signedAt', '>=', instant)
  if (position !== null) query = query.where('upTo', '>=', position)
  return (await query.orderBy('signedAt').orderBy('number').limit(1).executeTakeFirst())?.number
}

export const countPending = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('auditPending')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** An entry that is still pending although the chain went on after `before`, or that is missing while it is pending. */
export const findStalePending = (db: Db, before: Date) =>
  db
    .selectFrom('auditPending')
    .leftJoin('auditEntries', (join) =>
      join.onRef('auditEntries.at', '=', 'auditPending.at').onRef('auditEntries.id', '=', 'auditPending.entryId'),
    )
    .select(['entryId', 'auditEntries.id'])
    .where('auditPending.at', '<', before)
    .orderBy('entryId')
    .limit(1)
    .executeTakeFirst()

export const hasEntry = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('auditEntries').select('id').where('id', '=', id).limit(1).executeTakeFirst()) !== undefined
