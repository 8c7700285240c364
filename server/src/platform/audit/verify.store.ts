import { officeZone, type PlainDate } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { entryColumns } from './chain.store.ts'
import type { ChainedEntry } from './digest.ts'
import { type Reader, readerOf } from './reader.ts'
import type { Seal } from './seal.ts'

/** A link as it stands, with the entry that it is about; without one where there is no such entry. */
export interface WalkedLink {
  readonly position: number
  readonly entryId: number
  readonly digest: Buffer
  readonly entry: ChainedEntry | undefined
}

const batchSize = 1000

/** The next links after a position, in order, with their entries; the first ones without a position. */
export async function loadLinks(db: Db, after: number | undefined): Promise<WalkedLink[]> {
  const query = db
    .selectFrom('auditLinks')
    .leftJoin('auditEntries', (join) =>
      join.onRef('auditEntries.at', '=', 'entryAt').onRef('auditEntries.id', '=', 'entryId'),
    )
    .select(['position', 'entryId', 'digest', ...entryColumns])
    .orderBy('position')
    .limit(batchSize)
  const rows = await (after === undefined ? query : query.where('position', '>', after)).execute()
  return rows.map(({ position, entryId, digest, ...entry }) => ({
    ...{ position, entryId, digest },
    entry: entry.id === null ? undefined : (entry as ChainedEntry),
  }))
}

/** Link after link, from after a position. */
export const readLinks = (db: Db, after: number | undefined): Reader<WalkedLink> =>
  readerOf((last) => loadLinks(db, last?.position ?? after))

/** Seal after seal, from after a number. */
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

interface Place {
  readonly id: number
  readonly at: Date
  readonly isKnown: boolean
}

/** The entries, in order of time, and whether the chain has them or they wait for it. */
export const readEntries = (db: Db, between: Between | undefined): Reader<Place> =>
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
    // The first condition is there for the partitions: those before it are not read.
    if (last) query = query.where('at', '>=', last.at).where(sql<boolean>`(at, id) > (${last.at}, ${last.id})`)
    return query.execute()
  })

/** From the first instant to before the second. */
export interface Between {
  readonly from: Date
  readonly to: Date
}

/** A day of the office's calendar. */
export async function instantsOf(db: Db, day: PlainDate): Promise<Between> {
  const { rows } = await sql<Between>`
    select ${day}::date::timestamp at time zone ${officeZone} as "from",
      (${day}::date + 1)::timestamp at time zone ${officeZone} as "to"`.execute(db)
  const [between] = rows
  if (!between) throw new Error('The database answers nothing.')
  return between
}

/** The first and the last link whose entry is of that time. */
export const positionsIn = (db: Db, { from, to }: Between) =>
  db
    .selectFrom('auditLinks')
    .select(({ fn }) => [fn.min('position').as('first'), fn.max('position').as('last')])
    .where('entryAt', '>=', from)
    .where('entryAt', '<', to)
    .executeTakeFirstOrThrow()

/** The last seal signed before an instant, and before a position was chained where one is given. */
export async function findSealBefore(db: Db, instant: Date, position: number | null): Promise<Seal | undefined> {
  let query = db.selectFrom('auditSeals').selectAll().where('signedAt', '<', instant)
  if (position !== null) query = query.where('upTo', '<', position)
  return query.orderBy('signedAt', 'desc').orderBy('number', 'desc').limit(1).executeTakeFirst()
}

/** The number of the first seal signed from an instant on, and on a position where one is given. */
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

/** An entry that waits although the chain went on without it after `before`, or that is gone while it waits. */
export const findLeftOver = (db: Db, before: Date) =>
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
