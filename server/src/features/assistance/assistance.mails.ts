import { type AssistanceRequest, type Language, type Office, officeText } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { textsIn } from '#platform/texts.ts'
import { fullName } from './assistance.rules.ts'

interface Options {
  readonly office: Office
  readonly outbox: Outbox
}

/** What the mail says besides the request itself. */
interface MailContext {
  readonly language: Language
  /** Label of the subject, in the language of the mail. */
  readonly subject: string
  readonly isSuspect: boolean
}

/** The two mails of a request: to the office, and the receipt to the sender. */
export function createAssistanceMails({ office, outbox }: Options) {
  return {
    /** Queues the mail to the office, in Italian, with the sender as `Reply-To`; returns its id. */
    async queueRequest(
      tx: Db,
      request: AssistanceRequest,
      { subject, language, isSuspect }: MailContext,
    ): Promise<number> {
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

    /** Queues the receipt. It repeats no text of the request: the form must not send messages to a stranger's address. */
    async queueReceipt(tx: Db, recipient: string, language: Language, subject: string): Promise<void> {
      const t = textsIn(language)
      await outbox.queueLimited(tx, [
        {
          recipient,
          subject: t('assistance.receipt.subject'),
          body: t('assistance.receipt.body', {
            subject,
            phone: office.phone,
            office: officeText(office, 'name', language).text,
          }),
        },
      ])
    },
  }
}
