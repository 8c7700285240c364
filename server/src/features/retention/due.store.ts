import { pendingStatuses } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'

/** The data that is due: the number of records, and the instant of the oldest. */
export interface Due {
  readonly count: number
  readonly oldest: Date | null
}

/** A table whose rows have a retention period. */
export interface Source {
  readonly table: string
  /** Columns of the primary key. */
  readonly key: readonly string[]
  /** The start of the retention period. */
  readonly since: RawBuilder<Date>
  readonly only?: RawBuilder<boolean>
}

// For a mail that was never sent: it is given up long before.
const undeliverableAfter = sql`interval '14 days'`
const endedJob = sql<boolean>`state in ('completed', 'cancelled', 'failed')`

/** Whether no case refers to the record; each of the columns has an index. A merged record has a rule of its own. */
const isUnnamed = (table: string, ...columns: readonly string[]) =>
  sql<boolean>`${sql.join(
    [
      sql`${sql.ref(`${table}.merged_into`)} is null`,
      ...columns.map(
        (column) => sql`not exists (select from cases where ${sql.ref(`cases.${column}`)} = ${sql.ref(`${table}.id`)})`,
      ),
    ],
    sql` and `,
  )}`

/** Whether a case has personal data: it was not pseudonymised, or it was closed after that, when the office may have written more. */
export const hasPerson = sql<boolean>`(pseudonymised_at is null or pseudonymised_at < closed_at)`

const maintenanceKinds = ['retention', 'encryption', 'attachment_migration', 'account_upload', 'audit_verification']

// biome-ignore format: a table
export const sources = {
  endedSessions:   [{ table: 'sessions',           key: ['id_hash'],                     since: sql`expires_at` },
                    { table: 'follow_up_sessions', key: ['id_hash'],                     since: sql`expires_at` },
                    { table: 'visit_memories',     key: ['visit_hash', 'slot'],          since: sql`expires_at` }],
  requestCounts:   [{ table: 'request_counts',     key: ['bucket', 'subject', 'minute'], since: sql`minute` },
                    { table: 'pin_tries',          key: ['subject'],                     since: sql`ends_at` }],
  repeatedAnswers: [{ table: 'idempotent_answers', key: ['key_hash'],                    since: sql`created_at` }],
  lapsedChallenges: [{ table: 'captcha_challenges', key: ['id'],                         since: sql`expires_at` }],
  sentTexts:       [{ table: 'sent_texts',         key: ['token'],                       since: sql`sent_at` }],
  spidRequests:    [{ table: 'spid_requests',      key: ['id'],                          since: sql`expires_at` },
                    { table: 'spid_assertions',    key: ['id_hash'],                     since: sql`until` }],
  spidLog:         [{ table: 'spid_log',           key: ['id'],                          since: sql`requested_at` }],
  sentMails:       [{ table: 'mails',              key: ['id'],                          since: sql`coalesce(sent_at, queued_at + ${undeliverableAfter})` }],
  // The file of the whole mail; its entry goes with it. What a case has ends with the case.
  receivedMails:   [{ table: 'files',              key: ['id'],                          since: sql`(select decided_at from received_mails where received_mails.id = files.id)`, only: sql`exists (select from received_mails where received_mails.id = files.id and case_id is null and decided_at is not null)` }],
  finishedJobs:    [{ table: 'pgboss.job',         key: ['name', 'id'],                  since: sql`completed_on`, only: endedJob },
                    { table: 'pgboss.archive',     key: ['name', 'id'],                  since: sql`coalesce(completed_on, archived_on)` }],
  // A run is deleted after its result file. Runs of maintenance stay, few and without personal data: the record of what was done.
  finishedBatches: [{ table: 'runs',               key: ['id'],                          since: sql`finished_at`, only: sql`file_id is null and kind <> all(${`{${maintenanceKinds.join()}}`})` },
                    { table: 'statistics_results', key: ['id'],                          since: sql`made_at` }],
  expiredFiles:    [{ table: 'files',              key: ['id'],                          since: sql`made_at`, only: sql`claimed_at is null` }],
  closedCases:     [{ table: 'cases',              key: ['id'],                          since: sql`closed_at`, only: sql`${hasPerson} and status <> all(${`{${pendingStatuses.join()}}`})` }],
  mergedRecords:   [{ table: 'natural_persons',    key: ['id'],                          since: sql`merged_at`, only: sql`merged_into is not null` },
                    { table: 'legal_persons',      key: ['id'],                          since: sql`merged_at`, only: sql`merged_into is not null` }],
  unnamedRecords:  [{ table: 'natural_persons',    key: ['id'],                          since: sql`changed_at`, only: isUnnamed('natural_persons', 'reporter_person_id', 'victim_person_id') },
                    { table: 'legal_persons',      key: ['id'],                          since: sql`changed_at`, only: isUnnamed('legal_persons', 'reporter_organisation_id') }],
  waitingRequests: [{ table: 'rights_requests',    key: ['id'],                          since: sql`requested_at`, only: sql`status = 'waiting'` }],
  enrolmentDrafts: [{ table: 'enrolment_drafts',   key: ['id'],                          since: sql`until` }],
  decidedRequests: [{ table: 'rights_requests',    key: ['id'],                          since: sql`decided_at`, only: sql`status <> 'approved' and reason is not null` }],
} as const satisfies Record<string, readonly Source[]>

const isDue = ({ since, only = sql`true` }: Source, before: Date) => sql`${since} < ${before} and ${only}`

/** Counts the rows of the sources that are due. */
export async function countDue(db: Db, from: readonly Source[], before: Date): Promise<Due> {
  const parts = from.map(
    (source) => sql`select ${source.since} as since from ${sql.table(source.table)} where ${isDue(source, before)}`,
  )
  const { rows } = await sql<Due>`
    select count(*)::int as count, min(since) as oldest from (${sql.join(parts, sql` union all `)}) as due`.execute(db)
  return rows[0] ?? { count: 0, oldest: null }
}

/** Selects and locks the next rows that are due; skips rows that another transaction holds. */
const someDue = (source: Source, before: Date, limit: number) => sql`
  select ${sql.join(source.key.map((column) => sql.ref(column)))} from ${sql.table(source.table)}
  where ${isDue(source, before)} order by ${source.since} limit ${limit} for update skip locked`

/** Deletes rows that are due, at most `limit` of each source; returns their number. */
export async function deleteDue(tx: Db, from: readonly Source[], before: Date, limit: number): Promise<number> {
  let count = 0
  for (const source of from) {
    const key = sql.join(source.key.map((column) => sql.ref(column)))
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(source.table)} where (${key}) in (${someDue(source, before, limit)})`.execute(tx)
    count += Number(numAffectedRows)
  }
  return count
}

/** Ids of the next rows that are due, locked. */
export async function lockDue(tx: Db, source: Source, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${someDue(source, before, limit)}`.execute(tx)
  return rows.map(({ id }) => id)
}
