import { type Language, limits, type Report, type SuspectReason } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealed, type SealedRows, sealRows } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { readReportCode } from '#platform/report-code.ts'
import { type SealedReport, sealedReports } from './sealed-reports.ts'

/** Takes the next protocol number of a year, without duplicates or gaps; locks the counter until the transaction ends. */
export async function nextProtocolNumber(tx: Db, year: number): Promise<number> {
  const { last } = await tx
    .insertInto('protocolCounters')
    .values({ year, last: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql`protocol_counters.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

interface NewCase {
  readonly id: number
  readonly protocolYear: number
  readonly protocolNumber: number
  readonly createdAt: Date
  readonly insertedAt: Date
  readonly workedFrom: Date
  readonly statusSince: Date
  readonly reporterTypeId: number
  readonly languageId: number
  readonly channelId: number
  readonly suspectReasons: SuspectReason[]
  readonly reporterOrganisationId: number | null
}

/** Inserts a case whose id was taken before, because what is sealed for it is bound to the id. */
export async function insertCase(tx: Db, record: NewCase): Promise<void> {
  const columns = Object.keys(record)
  const values = Object.values(record).map((value) => sql`${value}`)
  await sql`insert into cases (${sql.join(columns.map((column) => sql.ref(column)))}) overriding system value
    values (${sql.join(values)})`.execute(tx)
}

interface NewReport extends Report, SealedReport {
  readonly caseId: number
  readonly receivedAt: Date
  readonly pageLanguage?: Language
}

/** Seals the report of a case in advance: it takes longer than to insert it, and is not done under the lock of the protocol number. */
export const sealReport = (vault: Vault, { attachments: _files, ...report }: NewReport): SealedRows =>
  sealRows(vault, sealedReports, [report])

/** Inserts the report without its files, which have rows of their own. */
export const insertReport = (tx: Db, vault: Vault, { attachments: _files, ...report }: NewReport) =>
  insertSealed(tx, vault, sealedReports, report)

/** Stores the digest of a text; true if the same text was sent within `limits.suspect.repeatHours`. */
export async function storeSentText(tx: Db, token: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - limits.suspect.repeatHours * 3_600_000)
  const { rows } = await sql<{ isRepeat: boolean }>`
    with earlier as (select from sent_texts where token = ${token}::bigint and sent_at > ${since})
    insert into sent_texts (token, sent_at) values (${token}::bigint, ${now})
    on conflict (token) do update set sent_at = excluded.sent_at
    returning exists (select from earlier) as "isRepeat"`.execute(tx)
  return rows[0]?.isRepeat ?? false
}

/** Case id and sealed PIN digest by protocol number; undefined for an unknown or deleted report. */
const findReportByNumber = (db: Db, { year, number }: { year: number; number: number }) =>
  db
    .selectFrom('reports')
    .innerJoin('cases', 'cases.id', 'reports.caseId')
    .select(['reports.caseId', 'reports.pinHash'])
    .where('protocolYear', '=', year)
    .where('protocolNumber', '=', number)
    .executeTakeFirst()

interface Search {
  readonly db: Db
  readonly vault: Vault
  /** Prefix of public codes. */
  readonly productTag: string
}

/** The case id and PIN digest for a public code; undefined if it is unknown or pseudonymised. */
export async function findReport({ db, vault, productTag }: Search, code: string) {
  const number = readReportCode(productTag, code)
  const row = number && (await findReportByNumber(db, number))
  if (!row) return undefined
  const { pinHash } = await vault.open(sealedReports, row.caseId, { pinHash: row.pinHash })
  return pinHash ? { caseId: row.caseId, pinHash } : undefined
}
