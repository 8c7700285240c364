import { type SelectQueryBuilder, sql } from 'kysely'
import { byId, defineList } from '#platform/database/list.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { CaseScope } from '../cases.rules.ts'
import { inScope } from '../cases.store.ts'

const unreviewed = <O>(query: SelectQueryBuilder<Tables, 'cases', O>) =>
  query.where(sql<boolean>`suspect_reasons <> '{}'`).where('reviewedAt', 'is', null)

/** Pages of the flagged cases without a review, newest first, with their sealed narratives. */
export const listFlaggedReports = defineList({
  order: byId('cases.id'),
  rows: (db: Db, scope: CaseScope) =>
    unreviewed(inScope(db, scope))
      .leftJoin('reports', 'reports.caseId', 'cases.id')
      .select([
        'cases.id',
        'protocolYear',
        'protocolNumber',
        'status',
        'createdAt',
        'suspectReasons',
        'reports.message',
      ]),
})

/** Finds a flagged case, reviewed or not, and locks its row. */
export const lockFlaggedReport = (tx: Db, scope: CaseScope, id: number) =>
  inScope(tx, scope)
    .select(['cases.id', 'reviewedAt'])
    .where('cases.id', '=', id)
    .where(sql<boolean>`suspect_reasons <> '{}'`)
    .forUpdate()
    .executeTakeFirst()

export const setReviewed = (tx: Db, id: number, reviewedBy: number, reviewedAt: Date) =>
  tx.updateTable('cases').set({ reviewedBy, reviewedAt }).where('id', '=', id).execute()
