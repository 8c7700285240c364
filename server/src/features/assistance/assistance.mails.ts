import { createHmac, randomBytes } from 'node:crypto'
import type { AssistanceRequest, Language, Office } from '@portal/contract'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { countRequestWithin } from '#platform/request-counts.store.ts'
import { textsIn } from '#platform/texts.ts'
import { fullName, receiptsPerHour } from './assistance.rules.ts'

interface Options {
  readonly office: Office
  readonly clock: Clock
  readonly outbox: Outbox
}

/** What a request is about, and how its page was read. */
interface About {
  readonly language: Language
  /** Label of the subject, in the language of the mail. */
  readonly subject: string
  readonly isSuspect: boolean
}

/** The two mails that a request becomes. */
export function createAssistanceMails({ office, clock, outbox }: Options) {
  /** The addresses that got receipts are counted under a key that goes with this process. */
  const secret = randomBytes(32)

  return {
    /** The mail to the office, in Italian; its answer goes to whoever asked. Gives its id. */
    async queueRequest(tx: Db, request: AssistanceRequest, { subject, language, isSuspect }: About): Promise<number> {
      const t = textsIn('it')
      const heading = t('assistanceMail.subject', { subject })
      return outbox.queue(tx, {
        recipient: office.assistanceMailbox,
        replyTo: request.email ?? '',
        subject: isSuspect ? t('assistanceMail.toVerify', { subject: heading }) : heading,
        body: t('assistanceMail.body', {
          subject,
          name: fullName(request),
          email: request.email,
          phone: request.phone ?? t('assistanceMail.none'),
          language: language.toUpperCase(),
          files: request.attachments?.length ?? 0,
          message: request.message,
        }),
      })
    },

    /** Says nothing of what was asked: whoever types another's address sends them no words of their own. */
    async queueReceipt(tx: Db, recipient: string, language: Language, subject: string): Promise<void> {
      const network = createHmac('sha256', secret).update(recipient.toLowerCase()).digest('base64url')
      const bucket = { bucket: 'assistance_receipt', network, minutes: 60 }
      if ((await countRequestWithin(tx, bucket, clock.now())) > receiptsPerHour) return
      const t = textsIn(language)
      await outbox.queue(tx, {
        recipient,
        subject: t('assistance.receipt.subject'),
        body: t('assistance.receipt.body', { subject, phone: office.phone, office: office.name }),
      })
    },
  }
}
