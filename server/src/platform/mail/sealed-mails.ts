import { sealedTable } from '../protection/sealed-table.ts'

export interface Mail {
  readonly recipient: string
  /** Whom the recipient answers to, where it is not the sender. */
  readonly replyTo?: string
  readonly subject: string
  readonly body: string
}

/** A mail as it is queued. */
export interface NewMail extends Mail {
  /** The case that it is about, if any: an export or an erasure takes it along. */
  readonly caseId?: number
}

export const sealedMails = sealedTable<Mail>()({
  table: 'mails',
  key: 'id',
  sealed: ['recipient', 'replyTo', 'subject', 'body'],
  ends: { byRule: 'sentMails' },
})
