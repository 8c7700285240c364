import {
  channelIds,
  defaults,
  type FormMark,
  isAssociation,
  type Language,
  officeText,
  type Receipt,
  type Report,
  reportFields,
} from '@portal/contract'
import type { Logger } from 'pino'
import { AppError, tooMany } from '#platform/app-error.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import { type AuditRecorder, jointly } from '#platform/audit/audit-recorder.ts'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { groupWrites } from '#platform/group-writes.ts'
import { senderKey } from '#platform/idempotency.ts'
import type { NewMail } from '#platform/mail/mail.store.ts'
import { hashPin, newPin } from '#platform/pin.ts'
import { fold } from '#platform/protection/fold.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import { earlierAnswer } from '#platform/submissions.ts'
import { textsIn } from '#platform/texts.ts'
import { sealReport } from './reports.store.ts'
import { type ReadyReport, type StoredReport, type StoreNeeds, storeReports } from './store-reports.ts'
import { suspicionOf } from './suspicion.rules.ts'

interface Options extends StoreNeeds {
  readonly db: Db
  readonly vault: Vault
  readonly inTransaction: InTransaction
  readonly log: Logger
  readonly reportsPerMinute: number
  readonly attachments: Pick<Attachments, 'claim'>
  /** The registry record of an association that the user acts for; undefined if they do not, or it has none. */
  readonly organisationOf: (db: Db, member: AssociationMember) => Promise<number | undefined>
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
  const { inTransaction, log, vault, db, clock, reportsPerMinute } = options
  const store = (reports: readonly ReadyReport[]) =>
    inTransaction(jointly(reports.map(({ audit }) => audit)), (tx) => storeReports(tx, options, reports), {
      isKeyed: reports.every(({ key }) => key !== undefined),
    })
  // Concurrent reports share a transaction: otherwise each would wait for the commit of the one before, for its number.
  const storeTogether = groupWrites(store)

  async function countReport(network: string): Promise<number> {
    const reportsInMinute = await countRequest({ db, vault }, { bucket: 'report', subject: network }, clock.now())
    if (reportsInMinute > reportsPerMinute) throw tooMany(60)
    return reportsInMinute
  }

  return {
    /** Submits a report: once for each idempotency key, a repeat gets the first receipt. Throws 403 where no captcha was solved. */
    async submit(report: Report, sender: Sender, audit: AuditRecorder): Promise<Receipt> {
      const { idempotencyKey, visitorHash } = sender
      const key = idempotencyKey === undefined ? undefined : senderKey(idempotencyKey, report, log)
      const earlier = await earlierAnswer<Receipt>(options, { key, visitorHash })
      if (earlier) {
        audit.record('case', [earlier.caseId])
        return earlier
      }
      if (!visitorHash) throw new AppError('captcha')
      const reportsInMinute = await countReport(sender.network)
      const ready = await prepare(options, { report, sender, reportsInMinute }, audit)
      const { receipt, isRepeat } = await write({ ...ready, key, visitorHash })
      if (isRepeat) audit.record('case', [receipt.caseId])
      return receipt
    },
  }

  /** Claiming files writes to the audit log of its own call, so that a report with files is stored by itself. */
  async function write(ready: ReadyReport): Promise<StoredReport> {
    if (!ready.claimFiles) return storeTogether(ready)
    const [stored] = await store([ready])
    return stored as StoredReport
  }
}

interface SentReport {
  readonly report: Report
  readonly sender: Sender
  readonly reportsInMinute: number
}

/** Makes of a report what needs no number: it is not done while other reports wait. */
async function prepare(options: Options, sent: SentReport, audit: AuditRecorder): Promise<PreparedReport> {
  const { db, vault, clock, attachments, reportsPerMinute } = options
  const { report, sender, reportsInMinute } = sent
  const { visitorHash, userId, network, mark, language } = sender
  const [caseId, at, pin] = [await nextId(db, 'cases'), clock.now(), newPin()]
  const organisationId = await organisationOfSender(db, options, report, sender)
  const message = report.message ?? ''
  const claim = {
    ids: report.attachments?.map(({ id }) => id) ?? [],
    maker: { visitorHash, userId },
    owner: { caseId },
    wirePath: reportFields.attachments.wire,
  }
  return {
    pin,
    record: {
      id: caseId,
      createdAt: at,
      insertedAt: at,
      workedFrom: at,
      statusSince: at,
      reporterTypeId: report.profile ?? defaults.reporterTypeId,
      languageId: report.language ?? defaults.languageId,
      isAccommodationAsked: report.needsAccommodation ?? null,
      channelId: channelIds.web,
      reporterOrganisationId: organisationId ?? null,
    },
    sealed: sealReport(vault, {
      ...report,
      caseId,
      receivedAt: at,
      pinHash: hashPin(pin),
      pageLanguage: language,
    }),
    textDigest: vault.digest('sent_texts.token', `${network}\n${normalizeText(message)}`),
    suspicionOf: (isRepeat) => suspicionOf({ mark, message, reportsInMinute, reportsPerMinute, isRepeat }),
    mailOf: (receipt) => receiptMail(options, report, receipt, language),
    claimFiles: claim.ids.length > 0 ? (tx) => attachments.claim(tx, claim, audit) : undefined,
    audit,
    storedKeys: [...Object.keys(report), ...(organisationId ? ['reporterOrganisationId'] : [])],
  }
}

type PreparedReport = Omit<ReadyReport, 'key' | 'visitorHash'>

/** Only a signed-in member names an association for certain: nothing that others send links a registry record. */
async function organisationOfSender(
  db: Db,
  { organisationOf }: Options,
  report: Report,
  { userId, associationId }: Sender,
): Promise<number | undefined> {
  const { organisationVat: number } = report
  if (userId === undefined || number === undefined || !isAssociation(report)) return undefined
  return organisationOf(db, { userId, number, associationId })
}

/** The mail with the receipt of a report, in the language of its page. */
function receiptMail({ office }: Options, report: Report, receipt: Receipt, language: Language): NewMail | undefined {
  const recipient = report.email ?? report.organisationEmail
  if (!recipient) return undefined
  const t = textsIn(language)
  const params = {
    code: receipt.code,
    phone: office.phone,
    mail: office.assistanceMailbox,
    office: officeText(office, 'name', language).text,
  }
  return {
    caseId: receipt.caseId,
    recipient,
    subject: t('mails.receipt.subject', params),
    body: t('mails.receipt.body', params),
  }
}

/** Normalizes a text for comparison: ignores capitals, accents and spaces. */
export const normalizeText = (text: string) => fold(text).replace(/\s+/g, ' ').trim()
