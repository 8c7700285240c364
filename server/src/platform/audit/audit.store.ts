import { type Insertable, sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import type { AuditTables } from './audit.tables.ts'

export type NewEntry = Insertable<AuditTables['auditEntries']>

/** Inserts entries by one statement, the same however many they are. */
export const insertEntries = (db: Db, entries: readonly NewEntry[]) => db.executeQuery(insertionOf(db, entries))

/**
 * The condition of an insertion of which nobody knows whether it was carried out before: the entry of the request, of the same
 * action and kind, is not there of these seconds before it.
 */
const isMissing = (seconds: number) => sql`where not exists (
  select from audit_entries as earlier
  where earlier.at between entry.at - make_interval(secs => ${seconds}) and entry.at
    and (earlier.action, earlier.request_id) = (entry.action, entry."requestId")
    and earlier.record_kind is not distinct from entry."recordKind")`

/** Inserts those entries that are not there, after an insertion of the same ones. */
export const insertMissing = (db: Db, entries: readonly NewEntry[]) =>
  db.executeQuery(insertionOf(db, entries, isMissing(0)))

/** Longer than a call takes. */
const longestCallSeconds = 120

/** The statement that inserts the entries of a change that is done again, unless its first attempt was committed with them. */
export const insertionOfRepeat = (db: Db, entries: readonly NewEntry[]) =>
  insertionOf(db, entries, isMissing(longestCallSeconds))

/** The statement that inserts entries. */
export const insertionOf = (db: Db, entries: readonly NewEntry[], condition = sql``) =>
  sql`
  insert into audit_entries
    (at, user_id, role, action, outcome, record_kind, record_ids, request_id, network, changed_fields)
  select at, "userId", role, action, outcome, "recordKind", "recordIds", "requestId", network, "changedFields"
  from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (
    at timestamptz, "userId" integer, role text, action text, outcome text, "recordKind" text, "recordIds" bigint[],
    "requestId" uuid, network text, "changedFields" text[]) ${condition}`.compile(db)

/** Months ahead for which each server start, and a daily job, creates partitions. */
export const monthsAhead = 24

/** Creates the missing partitions of this month and of the given number of months after it. */
export const makePartitions = (db: Db, months: number) => sql`select make_audit_partitions(${months})`.execute(db)
