import { dayIn, type Office, officeZone, type Receipt, reportCode, type SuspectReason } from '@portal/contract'
import type { CompiledQuery } from 'kysely'
import { AppError } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import { insertionOfRows } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { answerTo, claimKeys, keepAnswers, type SenderKey } from '#platform/idempotency.ts'
import type { NewMail } from '#platform/mail/mail.store.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { type SealedRows, sealedInsertions } from '#platform/protection/sealed-rows.ts'
import type { Captcha } from '#platform/submissions.ts'
import { type NewCase, nextProtocolNumbers, storeSentTexts } from './reports.store.ts'

export interface StoreNeeds {
  readonly clock: Clock
  readonly office: Office
  readonly outbox: Outbox
  readonly captcha: Captcha
  /** Writes the first entry of the history of cases with the commit. */
  readonly noteReceived: (tx: Db, cases: readonly { readonly caseId: number; readonly at: Date }[]) => Promise<void>
}

/** A report with all that can be made of it before it has a number. */
export interface ReadyReport {
  readonly key: SenderKey | undefined
  readonly visitorHash: string
  readonly pin: string
  readonly record: Omit<NewCase, 'protocolYear' | 'protocolNumber' | 'suspectReasons'>
  readonly sealed: SealedRows
  /** Digest of network and text, by which a repeat is recognised. */
  readonly textDigest: string
  readonly suspicionOf: (isRepeat: boolean) => SuspectReason[]
  /** The mail with the receipt; undefined without an address. */
  readonly mailOf: (receipt: Receipt) => NewMail | undefined
  readonly claimFiles: ((tx: Db) => Promise<void>) | undefined
  readonly audit: AuditRecorder
  /** The keys of the fields that the case has, for the audit log. */
  readonly storedKeys: readonly string[]
}

export interface StoredReport {
  readonly receipt: Receipt
  /** Whether the report was stored before, by a request with the same key. */
  readonly isRepeat: boolean
}

/**
 * Stores reports: consumes their captchas, takes their protocol numbers, and writes cases, files, receipt mails and the answers for
 * repeats. One statement of each kind for all of them, since from the numbers on every other report waits until this transaction
 * ends. Throws where one of several cannot be stored with the others; by itself it then gets its own answer.
 */
export async function storeReports(
  tx: Db,
  needs: StoreNeeds,
  reports: readonly ReadyReport[],
): Promise<StoredReport[]> {
  const now = needs.clock.now()
  const keys = reports.flatMap(({ key }) => key ?? [])
  if (keys.length > 0 && (await claimKeys(tx, keys, now)) < keys.length) return [await repeatOf(tx, reports)]
  const visitors = reports.map(({ visitorHash }) => visitorHash)
  if ((await needs.captcha.use(tx, visitors)).size < reports.length) throw new AppError('captcha')
  await needs.noteReceived(
    tx,
    reports.map(({ record: { id: caseId, createdAt: at } }) => ({ caseId, at })),
  )
  const { receipts, insertions } = await numberCases(tx, needs, reports, now)
  const answers = reports.map((report, index) => ({ report, receipt: receipts[index] as Receipt }))
  await needs.outbox.queueLimited(
    tx,
    answers.flatMap(({ report, receipt }) => report.mailOf(receipt) ?? []),
    insertions,
  )
  await keepAnswers(
    tx,
    answers.flatMap(({ report: { key }, receipt }) => (key ? [{ key, answer: receipt }] : [])),
  )
  for (const { claimFiles } of reports) await claimFiles?.(tx)
  for (const { audit, record, storedKeys } of reports) audit.record('case', [record.id], storedKeys)
  return receipts.map((receipt) => ({ receipt, isRepeat: false }))
}

/** The stored answer to the key of a single report. */
async function repeatOf(tx: Db, [report, ...others]: readonly ReadyReport[]): Promise<StoredReport> {
  const earlier = others.length === 0 && report?.key && (await answerTo<Receipt>(tx, report.key))
  if (!earlier) throw new AppError('conflict')
  return { receipt: earlier, isRepeat: true }
}

/** Takes protocol numbers for cases; returns their receipts, and the statements that insert them. */
async function numberCases(
  tx: Db,
  { office }: StoreNeeds,
  reports: readonly ReadyReport[],
  now: Date,
): Promise<{ readonly receipts: Receipt[]; readonly insertions: CompiledQuery[] }> {
  const [year = 0, ...otherYears] = new Set(
    reports.map(({ record }) => Number(dayIn(officeZone, record.createdAt).slice(0, 4))),
  )
  if (otherYears.length > 0) throw new AppError('conflict')
  const first = await nextProtocolNumbers(tx, year, reports.length)
  // The lock of the numbers serialises this, so that of two equal concurrent texts the second counts as a repeat.
  const sent = await storeSentTexts(
    tx,
    reports.map(({ textDigest }) => textDigest),
    now,
  )
  const cases = reports.map(({ record, textDigest, suspicionOf }, index) => {
    const suspectReasons = suspicionOf(sent.has(textDigest))
    sent.add(textDigest)
    return { ...record, protocolYear: year, protocolNumber: first + index, suspectReasons }
  })
  const insertions = [
    insertionOfRows(tx, 'cases', cases),
    ...sealedInsertions(tx, ...reports.map(({ sealed }) => sealed)),
  ]
  const receipts = cases.map(({ id: caseId, protocolNumber }, index) => {
    const { pin } = reports[index] as ReadyReport
    return { caseId, code: reportCode(office.productTag, year, protocolNumber), pin }
  })
  return { receipts, insertions }
}
