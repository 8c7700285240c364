import { sql } from 'kysely'
import { nextId } from '../database/new-rows.ts'
import type { Db } from '../database/transaction.ts'

export const listDataKeys = (db: Db) => db.selectFrom('dataKeys').selectAll().orderBy('id').execute()

export const nextDataKeyId = (tx: Db) => nextId(tx, 'data_keys')

export const insertDataKey = (tx: Db, key: { id: number; master: string; sealed: Buffer }) =>
  tx.insertInto('dataKeys').values(key).execute()

export const updateDataKey = (tx: Db, id: number, changes: { master: string; sealed: Buffer }) =>
  tx.updateTable('dataKeys').set(changes).where('id', '=', id).execute()

export const deleteDataKey = (tx: Db, id: number) => tx.deleteFrom('dataKeys').where('id', '=', id).execute()

/** Prevents other changes of the ring until the transaction ends; readers do not wait. */
export const lockDataKeys = (tx: Db) => sql`lock table data_keys in share row exclusive mode`.execute(tx)
