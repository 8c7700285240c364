import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'

/** The history of a case without the names of users. */
export const listHistory = (db: Db, caseId: number) =>
  db
    .selectFrom('auditEntries')
    .select(['at', 'action', 'outcome'])
    .where('recordKind', '=', 'case')
    .where(sql<boolean>`record_ids @> array[${caseId}]::bigint[]`)
    .orderBy('at')
    .orderBy('id')
    .execute()
