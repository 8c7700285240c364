import { type Insertable, sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import type { AuditTables } from './audit.tables.ts'

export type StoredLink = Insertable<AuditTables['auditLinks']>
export type StoredSeal = Insertable<AuditTables['auditSeals']>

/** Takes the lock for adding to the chain; with `skip` returns false when another process has it. */
export async function lockHead(tx: Db, patience: 'wait' | 'skip'): Promise<boolean> {
  const query = tx.selectFrom('auditHead').select('onlyOne').forUpdate()
  const row = await (patience === 'skip' ? query.skipLocked() : query).executeTakeFirst()
  return row !== undefined
}

export const findLastLink = (db: Db) =>
  db.selectFrom('auditLinks').select(['position', 'digest']).orderBy('position', 'desc').limit(1).executeTakeFirst()

export const findDigest = async (db: Db, position: number): Promise<Buffer | undefined> =>
  (await db.selectFrom('auditLinks').select('digest').where('position', '=', position).executeTakeFirst())?.digest

export const findLastSeal = (db: Db) =>
  db.selectFrom('auditSeals').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()

export const entryColumns = [
  'auditEntries.id',
  'auditEntries.at',
  'userId',
  'role',
  'action',
  'outcome',
  'recordKind',
  'recordIds',
  'requestId',
  'network',
  'changedFields',
] as const

/** The entries that are not chained yet, oldest first. */
export const listPending = (tx: Db, limit: number) =>
  tx
    .selectFrom('auditPending')
    .innerJoin('auditEntries', (join) =>
      join.onRef('auditEntries.at', '=', 'auditPending.at').onRef('auditEntries.id', '=', 'auditPending.entryId'),
    )
    .select(entryColumns)
    .orderBy('auditPending.entryId')
    .limit(limit)
    .execute()

export async function insertLinks(tx: Db, links: readonly StoredLink[]): Promise<void> {
  await tx
    .insertInto('auditLinks')
    .values([...links])
    .execute()
  const ids = links.map(({ entryId }) => entryId)
  await sql`delete from audit_pending where entry_id = any(${ids}::bigint[])`.execute(tx)
}

export const insertSeal = (tx: Db, seal: StoredSeal) => tx.insertInto('auditSeals').values(seal).execute()

export const findNewestKey = (db: Db) =>
  db.selectFrom('auditKeys').select(['id', 'keyId', 'privateKey']).orderBy('id', 'desc').limit(1).executeTakeFirst()

export const listPublicKeys = async (db: Db): Promise<Buffer[]> =>
  (await db.selectFrom('auditKeys').select('publicKey').orderBy('id').execute()).map(({ publicKey }) => publicKey)
