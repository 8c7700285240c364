import { sealedTable } from '../protection/sealed-table.ts'

export interface MailContent {
  readonly recipient: string
  /** Address for answers, where it is not the sender's. */
  readonly replyTo?: string
  readonly subject: string
  readonly body: string
}

/** A mail to queue. */
export interface NewMail extends MailContent {
  /** The case of the mail, if any: an export or an erasure of the case includes it. */
  readonly caseId?: number
}

export const sealedMails = sealedTable<MailContent>()({
  table: 'mails',
  key: 'id',
  sealed: ['recipient', 'replyTo', 'subject', 'body'],
  ends: { byRule: 'sentMails' },
})
