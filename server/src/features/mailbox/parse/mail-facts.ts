import type { DeliveryReason, DeliveryState } from '@portal/contract'

export interface MailAddress {
  readonly name: string
  readonly address: string
}

/** A file of a mail; its bytes are read from the mail when somebody takes it. */
export interface MailFile {
  readonly name: string
  readonly mediaType: string
  /** Bytes. */
  readonly size: number
}

/** What a certified mail's envelope says: when and from which address it was sent, never who wrote it. */
export interface Certification {
  readonly sender: string
  /** ISO 8601; undefined where the envelope has no readable time. */
  readonly sentAt: string | undefined
}

/** What became of mails that the portal sent. */
export interface DeliveryNote {
  readonly state: DeliveryState
  readonly reason: DeliveryReason | undefined
  /** The Message-IDs that the note names. */
  readonly messageIds: readonly string[]
}

/** What the portal reads of a mail. */
export interface MailFacts {
  readonly messageId: string | undefined
  /** The Message-IDs that it answers, nearest first. */
  readonly references: readonly string[]
  readonly sender: MailAddress
  readonly subject: string
  /** ISO 8601, as the sender's program says. */
  readonly sentAt: string | undefined
  readonly text: string
  /** Whether `text` is only the beginning. */
  readonly isCut: boolean
  readonly files: readonly MailFile[]
  /** Written by a program: an absence note, a newsletter. */
  readonly isAutomatic: boolean
  readonly certification: Certification | undefined
  readonly delivery: DeliveryNote | undefined
  /** SHA-256 of what makes the mail this mail: its Message-ID and content, without the traces of its way. */
  readonly identity: string
}
