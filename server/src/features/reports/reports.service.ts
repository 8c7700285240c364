import { dayIn, defaults, type Language, type Office, type Receipt, type Report } from '@portal/contract'
import type { Logger } from 'pino'
import { touched } from '#platform/audit/audit-act.ts'
import type { Clock } from '#platform/clock.ts'
import { officeZone } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { tooMany } from '#platform/http/api-platform.ts'
import { claimKey, findAnswer, keepAnswer, type SenderKey, senderKey } from '#platform/idempotency.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { hashPin, newPin } from '#platform/pin.ts'
import { Problem } from '#platform/problem.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { reportCode } from '#platform/report-code.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import { textsIn } from '#platform/texts.ts'
import { insertCase, insertReport, nextProtocolNumber } from './reports.store.ts'

interface Options {
  readonly db: Db
  readonly vault: Vault
  readonly inTransaction: InTransaction
  readonly clock: Clock
  readonly office: Office
  readonly outbox: Outbox
  readonly log: Logger
  readonly reportsPerMinute: number
}

/** Who sends a report, and in what way. */
export interface Sender {
  readonly network: string
  readonly idempotencyKey: string | undefined
  /** Language of the page: the receipt mail is written in it. */
  readonly language: Language
}

export type Reports = ReturnType<typeof createReports>

/** Channel 'Portale web' of the reference list. */
const webChannelId = 2

export function createReports({ db, vault, inTransaction, clock, office, outbox, log, reportsPerMinute }: Options) {
  async function refuseFlood(network: string) {
    if ((await countRequest(db, 'report', network, clock.now())) > reportsPerMinute) throw tooMany(60)
  }

  async function store(tx: Db, report: Report, pin: string, pinHash: string): Promise<Receipt> {
    const createdAt = clock.now()
    const year = Number(dayIn(officeZone, createdAt).slice(0, 4))
    const protocolNumber = await nextProtocolNumber(tx, year)
    const caseId = await insertCase(tx, {
      protocolYear: year,
      protocolNumber,
      createdAt,
      reporterTypeId: report.profile ?? defaults.reporterTypeId,
      languageId: report.language ?? defaults.languageId,
      channelId: webChannelId,
    })
    await insertReport(tx, vault, { ...report, caseId, pinHash, receivedAt: createdAt })
    touched('case', [caseId], Object.keys(report))
    return { caseId, code: reportCode(office.productTag, year, protocolNumber), pin }
  }

  async function sendReceipt(tx: Db, report: Report, receipt: Receipt, language: Language) {
    const recipient = report.email ?? report.organisationEmail
    if (!recipient) return
    const t = textsIn(language)
    const params = { code: receipt.code, phone: office.phone, office: office.name }
    await outbox.queue(tx, {
      caseId: receipt.caseId,
      recipient,
      subject: t('mails.receipt.subject', params),
      body: t('mails.receipt.body', params),
    })
  }

  return {
    /** Takes in a report: one transaction stores it, its number, its receipt mail and the answer for a repeat. */
    async submit(report: Report, sender: Sender): Promise<Receipt> {
      const key = sender.idempotencyKey === undefined ? undefined : senderKey(sender.idempotencyKey, report, log)
      const earlier = key && (await answerOf(db, key))
      if (earlier) return earlier
      await refuseFlood(sender.network)
      const pin = newPin()
      const pinHash = await hashPin(pin)
      return inTransaction(async (tx) => {
        if (key && !(await claimKey(tx, key.keyHash, key.bodyHash, clock.now())))
          return repeated(await answerOf(tx, key))
        const receipt = await store(tx, report, pin, pinHash)
        await sendReceipt(tx, report, receipt, sender.language)
        if (key) await keepAnswer(tx, key.keyHash, key.seal(receipt))
        return receipt
      })
    },
  }
}

/** The answer kept under a sender's key; refuses a key that was used for another report. */
async function answerOf(db: Db, key: SenderKey): Promise<Receipt | undefined> {
  const kept = await findAnswer(db, key.keyHash)
  if (!kept?.answer) return undefined
  if (kept.bodyHash !== key.bodyHash) throw new Problem('key_reused')
  const receipt = key.open(kept.answer) as Receipt
  touched('case', [receipt.caseId])
  return receipt
}

function repeated(answer: Receipt | undefined): Receipt {
  if (!answer) throw new Problem('conflict')
  return answer
}
