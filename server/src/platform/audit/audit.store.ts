import { type Insertable, sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import type { AuditTables } from './audit.tables.ts'

export type NewEntry = Insertable<AuditTables['auditEntries']>

export const insertEntries = (db: Db, entries: readonly NewEntry[]) =>
  db
    .insertInto('auditEntries')
    .values([...entries])
    .execute()

/** Months ahead for which each server start, and a daily job, creates partitions. */
export const monthsAhead = 24

/** Creates the missing partitions of this month and of the given number of months after it. */
export const makePartitions = (db: Db, months: number) => sql`select make_audit_partitions(${months})`.execute(db)
