import type { RegistryKind } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { columnName } from '#platform/protection/sealed-table.ts'
import type { KindOfRecord } from './registry.kinds.ts'

// What only an office that moves in or out reads and writes of the registry.

/** The next rows of a kind after an id, sealed; merged ones too. */
export const listWithMerged = (db: Db, { table }: KindOfRecord, after: number, limit: number) =>
  db
    .selectFrom(table as 'naturalPersons')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** The merges after an id, sealed. */
export const listMergesAfter = (db: Db, after: number, limit: number) =>
  db.selectFrom('registryMerges').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()

/** The entries of the history after an id, sealed. */
export const listEventsAfter = (db: Db, after: number, limit: number) =>
  db.selectFrom('registryEvents').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()

/** The merges among some that are stored still. */
export async function listExistingMerges(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('registryMerges')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Deletes the first entries of records that an import wrote itself: the history that follows has its own. */
export async function deleteOwnEntries(tx: Db, kind: RegistryKind, ids: readonly number[]): Promise<void> {
  const column = sql.ref(columnName(kind === 'person' ? 'personId' : 'organisationId'))
  await sql`
    delete from registry_events as event where ${column} = any(${[...ids]}::int[]) and kind = 'insert'
      and not exists (select from transfer_keys where kind = 'registryEvent' and record_id = event.id)`.execute(tx)
}
