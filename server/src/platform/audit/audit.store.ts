import { type Insertable, sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import type { AuditTables } from './audit.tables.ts'

export type NewEntry = Insertable<AuditTables['auditEntries']>

export const insertEntries = (db: Db, entries: readonly NewEntry[]) =>
  db
    .insertInto('auditEntries')
    .values([...entries])
    .execute()

/** So far ahead every server makes them at its start, and a job every day. */
export const monthsAhead = 24

/** Makes the partitions of this month and of as many after it that there are not yet. */
export const makePartitions = (db: Db, months: number) => sql`select make_audit_partitions(${months})`.execute(db)
