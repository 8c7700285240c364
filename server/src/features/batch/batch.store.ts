import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { type AnySealedTable, columnName } from '#platform/protection/sealed-table.ts'

/** Starts a run; undefined when one is under way. */
export async function insertRun(tx: Db, run: { startedBy: number; startedAt: Date; total: number }) {
  return tx
    .insertInto('batchRuns')
    .values({ ...run, kind: 'encryption' })
    .onConflict((conflict) => conflict.column('kind').where('finishedAt', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export const findNewestRun = (db: Db) =>
  db.selectFrom('batchRuns').selectAll().where('kind', '=', 'encryption').orderBy('id', 'desc').executeTakeFirst()

export const findRun = (db: Db, id: number) =>
  db.selectFrom('batchRuns').selectAll().where('id', '=', id).executeTakeFirst()

/** Adds to what a run has done, in the transaction that did it. */
export const countDone = (tx: Db, id: number, { sealed, damaged }: { sealed: number; damaged: number }) =>
  tx
    .updateTable('batchRuns')
    .set((eb) => ({ done: eb('done', '+', sealed), damaged: eb('damaged', '+', damaged) }))
    .where('id', '=', id)
    .execute()

export const forgetDamaged = (db: Db, id: number) =>
  db.updateTable('batchRuns').set({ damaged: 0 }).where('id', '=', id).execute()

export const finishRun = (tx: Db, id: number, finishedAt: Date) =>
  tx.updateTable('batchRuns').set({ finishedAt }).where('id', '=', id).where('finishedAt', 'is', null).execute()

/** Rows of a table by the key that seals them; null for those that are plain. */
export async function countRowsByKey(db: Db, table: AnySealedTable) {
  const { rows } = await sql<{ keyId: number | null; count: number }>`
    select key_id, count(*)::int as count from ${sql.table(columnName(table.table))} group by key_id`.execute(db)
  return rows
}
