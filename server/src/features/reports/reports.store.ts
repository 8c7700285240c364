import { type Language, limits, type Report, type SuspectReason, storedReportKeys } from '@portal/contract'
import { sql } from 'kysely'
import { defineStatement, type HoleOf } from '#platform/database/statement.ts'
import type { Db } from '#platform/database/transaction.ts'
import { type SealedRows, sealRows } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { partsOfCode } from '#platform/report-code.ts'
import { type SealedReport, sealedReports } from './sealed-reports.ts'

/** Takes the next protocol number of a year, without duplicates or gaps; locks the counter until the transaction ends. */
export const nextProtocolNumber = (tx: Db, year: number): Promise<number> => nextProtocolNumbers(tx, year, 1)

/** Takes the next `count` protocol numbers of a year; returns the first. */
export async function nextProtocolNumbers(tx: Db, year: number, count: number): Promise<number> {
  const [counter] = await raiseCounter(tx, { year, count })
  if (!counter) throw new Error('No protocol number was taken.')
  return counter.last - count + 1
}

const raiseCounter = defineStatement((db, hole: HoleOf<{ year: number; count: number }>) =>
  db
    .insertInto('protocolCounters')
    .values({ year: hole('year'), last: hole('count') })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ last: sql`protocol_counters.last + excluded.last` }),
    )
    .returning('last'),
)

/** Makes the counters pass numbers that cases bring with them, and locks these counters until the transaction ends. */
export async function raiseProtocolNumbers(
  tx: Db,
  numbers: readonly { readonly year: number; readonly number: number }[],
): Promise<void> {
  const years = numbers.map(({ year }) => year)
  await sql`
    insert into protocol_counters as counters (year, last)
    select year, max(number) from unnest(${years}::int[], ${numbers.map(({ number }) => number)}::int[]) as given (year, number)
    group by year order by year
    on conflict (year) do update set last = greatest(counters.last, excluded.last)`.execute(tx)
}

export interface NewCase {
  /** Taken before, because what is sealed for the case is bound to it. */
  readonly id: number
  readonly protocolYear: number
  readonly protocolNumber: number
  readonly createdAt: Date
  readonly insertedAt: Date
  readonly workedFrom: Date
  readonly statusSince: Date
  readonly reporterTypeId: number
  readonly languageId: number
  readonly isAccommodationAsked: boolean | null
  readonly channelId: number
  readonly suspectReasons: SuspectReason[]
  readonly reporterOrganisationId: number | null
}

interface NewReport extends Report, SealedReport {
  readonly caseId: number
  readonly receivedAt: Date
  readonly pageLanguage?: Language
}

/** A row has every column of the form, so that all are inserted by the same statement. */
const rowOf = ({ attachments: _files, ...report }: NewReport) => ({
  ...(Object.fromEntries(storedReportKeys.map((key) => [key, null])) as object),
  ...report,
})

/**
 * Seals the report of a case, or the reports of several, without their files, which have rows of their own. This takes longer than to insert it, and is not done
 * under the lock of the protocol number.
 */
export const sealReport = (vault: Vault, ...reports: readonly NewReport[]): SealedRows =>
  sealRows(vault, sealedReports, reports.map(rowOf))

/** Stores the digests of texts; returns those that were sent within `limits.suspect.repeatHours` before. */
export async function storeSentTexts(tx: Db, tokens: readonly string[], now: Date): Promise<Set<string>> {
  const since = new Date(now.getTime() - limits.suspect.repeatHours * 3_600_000)
  const given = sql`${`{${[...new Set(tokens)].join()}}`}::bigint[]`
  const { rows } = await sql<{ token: string }>`
    with earlier as (select token from sent_texts where token = any(${given}) and sent_at > ${since}),
      stored as (insert into sent_texts (token, sent_at) select unnest(${given}), ${now}
        on conflict (token) do update set sent_at = excluded.sent_at)
    select token::text from earlier`.execute(tx)
  return new Set(rows.map(({ token }) => token))
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
  const number = partsOfCode(productTag, code)
  const row = number && (await findReportByNumber(db, number))
  if (!row) return undefined
  const { pinHash } = await vault.open(sealedReports, row.caseId, { pinHash: row.pinHash })
  return pinHash ? { caseId: row.caseId, pinHash } : undefined
}
