import {
  type AssistanceRequest,
  type FormMark,
  type Language,
  type Office,
  type ReferenceItem,
  returnCodeOk,
} from '@portal/contract'
import type { Logger } from 'pino'
import { AppError, tooMany } from '#platform/app-error.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import { claimKey, findAnswer, type SenderKey, senderKey } from '#platform/idempotency.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import { textsIn } from '#platform/texts.ts'
import { createAssistanceMails } from './assistance.mails.ts'
import { contactCentreAt, looksAutomatic } from './assistance.rules.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Pick<Vault, 'digest'>
  readonly clock: Clock
  readonly office: Office
  readonly outbox: Outbox
  readonly log: Logger
  readonly perMinute: number
  readonly listSubjects: (language: Language) => Promise<readonly ReferenceItem[]>
  readonly attachments: Pick<Attachments, 'claim'>
}

/** The sender of a request, and how it was sent. */
export interface Sender {
  readonly network: string
  readonly visitorHash: string | undefined
  readonly idempotencyKey: string | undefined
  readonly mark: FormMark | undefined
  /** Language of the page: the receipt is written in it. */
  readonly language: Language
}

export type Assistance = ReturnType<typeof createAssistance>

/** Requests for assistance (decisions §11): mails to the office, which answers by mail. The portal stores no copy. */
export function createAssistance(options: Options) {
  const { db, inTransaction, vault, clock, log, perMinute, listSubjects, attachments } = options
  const mails = createAssistanceMails(options)

  async function refuseFlood(network: string) {
    const requests = await countRequest({ db, vault }, { bucket: 'assistance', subject: network }, clock.now())
    if (requests > perMinute) throw tooMany(60)
  }

  async function subjectIn(language: Language, { subject }: AssistanceRequest): Promise<string> {
    return (await listSubjects(language)).find(({ id }) => id === subject)?.label ?? ''
  }

  /** Queues both mails, binds the files and stores the idempotency key, in one transaction; does nothing for a known key. */
  async function queueBoth(request: AssistanceRequest, sender: Sender, audit: AuditRecorder, key?: SenderKey) {
    const { mark, visitorHash, language } = sender
    const subject = await subjectIn('it', request)
    const translatedSubject = await subjectIn(language, request)
    await inTransaction(audit, async (tx) => {
      if (key && !(await claimKey(tx, key, clock.now()))) {
        await wasSent(tx, key)
        return
      }
      const mailId = await mails.queueRequest(tx, request, { subject, language, isSuspect: looksAutomatic(mark) })
      const ids = request.attachments?.map(({ id }) => id) ?? []
      await attachments.claim(tx, { ids, maker: { visitorHash }, owner: { mailId }, wirePath: 'allegati' }, audit)
      await mails.queueReceipt(tx, request.email ?? '', language, translatedSubject)
    })
  }

  return {
    /** The subjects, and the availability of the contact centre now. */
    async items(language: Language) {
      const t = textsIn(language)
      const { availability, key, params } = contactCentreAt(clock.now(), language)
      return {
        subjects: (await listSubjects(language)).map(({ id, label }) => ({ id, label })),
        returnCode: returnCodeOk,
        availability: { ...availability, hours: t('contactCentre.hours', params), words: t(key, params) },
      }
    },

    async send(request: AssistanceRequest, sender: Sender, audit: AuditRecorder) {
      const key =
        sender.idempotencyKey === undefined ? undefined : senderKey(`assistance ${sender.idempotencyKey}`, request, log)
      audit.record('file', [])
      if (!key || !(await wasSent(db, key))) {
        await refuseFlood(sender.network)
        await queueBoth(request, sender, audit, key)
      }
      return { returnCode: returnCodeOk, words: textsIn(sender.language)('assistance.sent') }
    },
  }
}

/** Whether this request was sent before under the same key. Throws `key_reused` if the key belongs to another request. */
async function wasSent(db: Db, { keyHash, bodyHash }: SenderKey): Promise<boolean> {
  const answer = await findAnswer(db, keyHash)
  if (answer && answer.bodyHash !== bodyHash) throw new AppError('key_reused')
  return answer !== undefined
}
