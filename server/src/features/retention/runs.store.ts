import type { RetentionRuleName } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'

/** The run of a rule that was broken off, else a new one. */
export async function beginRun(tx: Db, rule: RetentionRuleName, startedAt: Date) {
  await tx
    .insertInto('retentionRuns')
    .values({ rule, startedAt })
    .onConflict((conflict) => conflict.column('rule').where('finishedAt', 'is', null).doNothing())
    .execute()
  return tx
    .selectFrom('retentionRuns')
    .selectAll()
    .where('rule', '=', rule)
    .where('finishedAt', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Adds to what a run has done, in the transaction that did it. */
export const addToRun = (tx: Db, id: number, count: number) =>
  tx
    .updateTable('retentionRuns')
    .set((eb) => ({ count: eb('count', '+', count) }))
    .where('id', '=', id)
    .execute()

/** Ends a run, unless another process did: then undefined. Earlier runs that found nothing are forgotten. */
export async function finishRun(tx: Db, id: number, finishedAt: Date) {
  const run = await tx
    .updateTable('retentionRuns')
    .set({ finishedAt })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (run)
    await tx
      .deleteFrom('retentionRuns')
      .where('rule', '=', run.rule)
      .where('id', '<', id)
      .where('count', '=', 0)
      .execute()
  return run
}

/** The newest run of each rule. */
export const listLastRuns = (db: Db) =>
  db.selectFrom('retentionRuns').selectAll().distinctOn('rule').orderBy('rule').orderBy('id', 'desc').execute()

/** Rules whose run was broken off. */
export async function listBrokenOff(db: Db): Promise<RetentionRuleName[]> {
  const rows = await db.selectFrom('retentionRuns').select('rule').where('finishedAt', 'is', null).execute()
  return rows.map(({ rule }) => rule)
}
