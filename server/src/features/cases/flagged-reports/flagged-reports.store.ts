import { type SelectQueryBuilder, sql } from 'kysely'
import { countRows, type PageRequest, rowsOfPage } from '#platform/database/page.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { CaseScope } from '../cases.rules.ts'
import { inScope } from '../cases.store.ts'

const suspects = <O>(query: SelectQueryBuilder<Tables, 'cases', O>) =>
  query.where(sql<boolean>`suspect_reasons <> '{}'`).where('reviewedAt', 'is', null)

/** A page of the cases that wait for a review, newest first. */
export const listSuspects = (db: Db, scope: CaseScope, page: PageRequest) =>
  rowsOfPage(
    suspects(inScope(db, scope)).select([
      'cases.id',
      'protocolYear',
      'protocolNumber',
      'status',
      'createdAt',
      'suspectReasons',
    ]),
    ['cases.id'],
    page,
  )

export const countSuspects = (db: Db, scope: CaseScope, page: PageRequest) =>
  countRows(db, suspects(inScope(db, scope)).select('cases.id'), page)

/** A case that was marked, reviewed or not; locked. */
export const lockSuspect = (tx: Db, scope: CaseScope, id: number) =>
  inScope(tx, scope)
    .select(['cases.id', 'reviewedAt'])
    .where('cases.id', '=', id)
    .where(sql<boolean>`suspect_reasons <> '{}'`)
    .forUpdate()
    .executeTakeFirst()

export const setReviewed = (tx: Db, id: number, reviewedBy: number, reviewedAt: Date) =>
  tx.updateTable('cases').set({ reviewedBy, reviewedAt }).where('id', '=', id).execute()
