import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { insertSealed, openSealed, type PlainRow } from '../protection/sealed-rows.ts'
import { type AnySealedTable, columnName, sealedTable } from '../protection/sealed-table.ts'
import type { Vault } from '../protection/vault.ts'

/** The protected values of a file. The encryption batch seals these again, and leaves the bytes in the store unchanged. */
export interface SealedFile {
  /** Base64. */
  readonly contentKey: string
  readonly name: string
}

export const sealedFiles = sealedTable<SealedFile>()({
  table: 'files',
  key: 'id',
  sealed: ['contentKey', 'name'],
  ends: { byRule: 'expiredFiles' },
})

export const insertFile = (db: Db, vault: Vault, file: PlainRow<'files', SealedFile>) =>
  insertSealed(db, vault, sealedFiles, file)

export async function findFile(db: Db, vault: Vault, id: string) {
  const row = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
  return row && openSealed(vault, sealedFiles, id, row)
}

/** Claims an upload; false where it does not exist or is claimed already. */
export async function claimUpload(tx: Db, id: string, claimedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ claimedAt })
    .where('id', '=', id)
    .where('purpose', '=', 'upload')
    .where('claimedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ids of unclaimed files created before an instant that no draft keeps, oldest first. */
export async function listUnclaimed(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('claimedAt', 'is', null)
    .where('draftId', 'is', null)
    .where('madeAt', '<', before)
    .orderBy('madeAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the row of a file; returns the name of its object, undefined where there was no such file. */
export async function deleteFile(db: Db, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('files').where('id', '=', id).returning('storedName').executeTakeFirst()
  return row?.storedName
}

/** Deletes the row of such a file; returns the name of its object. */
export async function deleteUnclaimed(db: Db, id: string, before: Date): Promise<string | undefined> {
  const row = await db
    .deleteFrom('files')
    .where('id', '=', id)
    .where('claimedAt', 'is', null)
    .where('draftId', 'is', null)
    .where('madeAt', '<', before)
    .returning('storedName')
    .executeTakeFirst()
  return row?.storedName
}

/** Deletes the rows of several files in a transaction; returns the names of their objects. */
export async function deleteFiles(tx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.deleteFrom('files').where('id', 'in', ids).returning('storedName').execute()
  return rows.map(({ storedName }) => storedName)
}

/** Deletes the files of rows that belong to cases. Their bytes lose their key at once and are swept later. */
export async function deleteFilesOfCases(
  tx: Db,
  { table, key }: AnySealedTable,
  caseColumn: string,
  caseIds: readonly number[],
): Promise<void> {
  if (caseIds.length === 0) return
  await sql`
    delete from files where id in (
      select ${sql.ref(columnName(key))} from ${sql.table(columnName(table))}
      where ${sql.ref(columnName(caseColumn))} = any(${`{${caseIds.join()}}`}::int[]))`.execute(tx)
}

/** Which of these object names belong to a file. */
export async function listKnownNames(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('files').select('storedName').where('storedName', 'in', names).execute()
  return rows.map(({ storedName }) => storedName)
}

/** The suffix of this database's object names; stores `fresh` as the suffix where there is none. */
export async function getStoreMark(db: Db, fresh: string): Promise<string> {
  const find = () => db.selectFrom('fileStoreMarks').select('mark').executeTakeFirst()
  const row = await find()
  if (row) return row.mark
  await db
    .insertInto('fileStoreMarks')
    .values({ mark: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find())?.mark ?? fresh
}

/** The number of files in each store and their bytes. */
export const countByStore = (db: Db) =>
  db
    .selectFrom('files')
    .select((eb) => [
      'store',
      eb.fn.countAll<number>().as('files'),
      sql<number>`coalesce(sum(size), 0)::int8`.as('bytes'),
    ])
    .groupBy('store')
    .orderBy('store')
    .execute()

/** Ids of the files that are in another store than this one, in their order, after one of them. */
export async function listOutside(db: Db, store: string, after: string | undefined, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('store', 'is distinct from', store)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Notes that a file has other bytes now, in this store; false where its row has changed since they were copied. */
export async function noteStore(
  tx: Db,
  { id, from, to }: { readonly id: string; readonly from: string; readonly to: string },
  store: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ store, storedName: to })
    .where('id', '=', id)
    .where('storedName', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
