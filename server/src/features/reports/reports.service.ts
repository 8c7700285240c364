import {
  channelIds,
  dayIn,
  defaults,
  type FormMark,
  isAssociation,
  type Language,
  type Office,
  officeText,
  officeZone,
  type Receipt,
  type Report,
  reportFields,
} from '@portal/contract'
import type { Logger } from 'pino'
import { tooMany } from '#platform/app-error.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import { nextId } from '#platform/database/next-id.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { senderKey } from '#platform/idempotency.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { hashPin, newPin } from '#platform/pin.ts'
import { fold } from '#platform/protection/fold.ts'
import { insertSealedRows, type SealedRows } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { reportCode } from '#platform/report-code.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import { type Captcha, takeSubmission } from '#platform/submissions.ts'
import { textsIn } from '#platform/texts.ts'
import { insertCase, nextProtocolNumber, sealReport, storeSentText } from './reports.store.ts'
import { suspicionOf } from './suspicion.rules.ts'

interface Options {
  readonly db: Db
  readonly vault: Vault
  readonly inTransaction: InTransaction
  readonly clock: Clock
  readonly office: Office
  readonly outbox: Outbox
  readonly log: Logger
  readonly reportsPerMinute: number
  readonly captcha: Captcha
  /** Writes the first entry of the case's history. */
  readonly noteReceived: (tx: Db, caseId: number, at: Date) => Promise<void>
  readonly attachments: Pick<Attachments, 'claim'>
  /** The registry record of an association that the user acts for; undefined if they do not, or it has none. */
  readonly organisationOf: (tx: Db, member: AssociationMember) => Promise<number | undefined>
}

/** A signed-in sender of a report of an association. */
export interface AssociationMember {
  readonly userId: number
  /** VAT number or tax code of the association. */
  readonly number: string
  /** Id of the association, if the report has it. */
  readonly associationId: number | undefined
}

/** The sender of a report, and how it was sent. */
export interface Sender {
  readonly network: string
  readonly idempotencyKey: string | undefined
  /** Digest of the anonymous cookie. */
  readonly visitorHash: string | undefined
  /** The signed-in user, if any. */
  readonly userId: number | undefined
  /** The association that the report says it comes from. */
  readonly associationId?: number | undefined
  readonly mark: FormMark | undefined
  /** Language of the page: the receipt mail is written in it. */
  readonly language: Language
}

export type Reports = ReturnType<typeof createReports>

export function createReports(options: Options) {
  const { db, vault, clock, log, reportsPerMinute, attachments } = options

  async function countReport(network: string): Promise<number> {
    const reportsInMinute = await countRequest({ db, vault }, { bucket: 'report', subject: network }, clock.now())
    if (reportsInMinute > reportsPerMinute) throw tooMany(60)
    return reportsInMinute
  }

  return {
    /**
     * Submits a report. One transaction consumes the captcha, takes the protocol number, and stores the report, its files,
     * the receipt mail, and the answer for a repeat.
     */
    submit(report: Report, sender: Sender, audit: AuditRecorder): Promise<Receipt> {
      const { idempotencyKey, visitorHash, userId } = sender
      return takeSubmission<Receipt, Prepared>(options, {
        key: idempotencyKey === undefined ? undefined : senderKey(idempotencyKey, report, log),
        visitorHash,
        onRepeat: ({ caseId }) => audit.record('case', [caseId]),
        async prepare() {
          const reportsInMinute = await countReport(sender.network)
          const pin = newPin()
          const ofCase = { caseId: await nextId(db, 'cases'), receivedAt: clock.now() }
          const row = { ...report, ...ofCase, pinHash: await hashPin(pin), pageLanguage: sender.language }
          return { reportsInMinute, pin, ...ofCase, sealed: sealReport(vault, row) }
        },
        async perform(tx, prepared) {
          const receipt = await store(tx, options, { report, sender, ...prepared }, audit)
          await attachments.claim(
            tx,
            {
              ids: report.attachments?.map(({ id }) => id) ?? [],
              maker: { visitorHash, userId },
              owner: { caseId: receipt.caseId },
              wirePath: reportFields.attachments.wire,
            },
            audit,
          )
          await sendReceipt(tx, options, report, receipt, sender.language)
          return receipt
        },
      })
    },
  }
}

interface Prepared {
  readonly reportsInMinute: number
  readonly pin: string
  readonly caseId: number
  readonly receivedAt: Date
  readonly sealed: SealedRows
}

interface SubmittedReport extends Prepared {
  readonly report: Report
  readonly sender: Sender
}

async function store(
  tx: Db,
  options: Options,
  { report, sender, reportsInMinute, pin, caseId, receivedAt: createdAt, sealed }: SubmittedReport,
  audit: AuditRecorder,
) {
  const { vault, office, reportsPerMinute } = options
  const year = Number(dayIn(officeZone, createdAt).slice(0, 4))
  const message = report.message ?? ''
  const digest = vault.digest('sent_texts.token', `${sender.network}\n${normalizeText(message)}`)
  const organisationId = await organisationOfSender(tx, options, report, sender)
  // From here on other reports wait until this transaction ends.
  const protocolNumber = await nextProtocolNumber(tx, year)
  // The protocol number's lock serialises this, so that of two equal concurrent texts the second counts as a repeat.
  const isRepeat = await storeSentText(tx, digest, createdAt)
  await insertCase(tx, {
    id: caseId,
    protocolYear: year,
    protocolNumber,
    createdAt,
    insertedAt: createdAt,
    workedFrom: createdAt,
    statusSince: createdAt,
    reporterTypeId: report.profile ?? defaults.reporterTypeId,
    languageId: report.language ?? defaults.languageId,
    channelId: channelIds.web,
    suspectReasons: suspicionOf({ mark: sender.mark, message, reportsInMinute, reportsPerMinute, isRepeat }),
    reporterOrganisationId: organisationId ?? null,
  })
  await insertSealedRows(tx, sealed)
  await options.noteReceived(tx, caseId, createdAt)
  audit.record('case', [caseId], [...Object.keys(report), ...(organisationId ? ['reporterOrganisationId'] : [])])
  return { caseId, code: reportCode(office.productTag, year, protocolNumber), pin }
}

/** Only a signed-in member names an association for certain: nothing that others send links a registry record. */
async function organisationOfSender(
  tx: Db,
  { organisationOf }: Options,
  report: Report,
  { userId, associationId }: Sender,
): Promise<number | undefined> {
  const { organisationVat: number } = report
  if (userId === undefined || number === undefined || !isAssociation(report)) return undefined
  return organisationOf(tx, { userId, number, associationId })
}

async function sendReceipt(
  tx: Db,
  { office, outbox }: Options,
  report: Report,
  receipt: Receipt,
  language: Language,
): Promise<void> {
  const recipient = report.email ?? report.organisationEmail
  if (!recipient) return
  const t = textsIn(language)
  const params = {
    code: receipt.code,
    phone: office.phone,
    mail: office.assistanceMailbox,
    office: officeText(office, 'name', language).text,
  }
  await outbox.queue(tx, {
    caseId: receipt.caseId,
    recipient,
    subject: t('mails.receipt.subject', params),
    body: t('mails.receipt.body', params),
  })
}

/** Normalizes a text for comparison: ignores capitals, accents and spaces. */
export const normalizeText = (text: string) => fold(text).replace(/\s+/g, ' ').trim()
