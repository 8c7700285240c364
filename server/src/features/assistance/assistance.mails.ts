import { type AssistanceRequest, type Language, type Office, officeText } from '@portal/contract'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { countRequest } from '#platform/request-counts.store.ts'
import { textsIn } from '#platform/texts.ts'
import { fullName, receiptsPerHour } from './assistance.rules.ts'

interface Options {
  readonly office: Office
  readonly vault: Pick<Vault, 'digest'>
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
export function createAssistanceMails({ office, vault, clock, outbox }: Options) {
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
      const counted = { bucket: 'assistance_receipt', subject: recipient.toLowerCase() }
      if ((await countRequest({ db: tx, vault }, counted, clock.now(), 60)) > receiptsPerHour) return
      const t = textsIn(language)
      await outbox.queue(tx, {
        recipient,
        subject: t('assistance.receipt.subject'),
        body: t('assistance.receipt.body', {
          ...{ subject, phone: office.phone, office: officeText(office, 'name', language).text },
        }),
      })
    },
  }
}
