import type { MailboxFailure, MailKind, MailState } from '@portal/contract'
import type { GeneratedAlways } from 'kysely'
import type { Sealed } from '../../protection/sealed.ts'
import type { Optional } from '../column-types.ts'

export type MailboxName = 'ordinary' | 'certified'

/** Mails that the mailboxes of the office received, and how reading them goes. */
export interface MailboxTables {
  mailboxChecks: {
    mailbox: MailboxName
    readAt: Optional<Date>
    failingSince: Optional<Date>
    failure: Optional<MailboxFailure>
  }
  receivedMails: {
    /** Id of the file of the whole mail. */
    id: string
    /** How calls and the audit log name it. */
    number: GeneratedAlways<number>
    keyId: Optional<number>
    mailbox: MailboxName
    uidValidity: number
    uid: number
    kind: MailKind
    state: MailState
    receivedAt: Date
    isCertified: boolean
    fileCount: number
    senderName: Optional<Sealed>
    sender: Optional<Sealed>
    subject: Optional<Sealed>
    text: Optional<Sealed>
    facts: Optional<Sealed>
    reason: Optional<Sealed>
    identity: Optional<Sealed>
    messageId: Optional<Sealed>
    identityToken: Optional<string>
    messageToken: Optional<string>
    caseId: Optional<number>
    fromReporter: Optional<boolean>
    decidedAt: Optional<Date>
    decidedBy: Optional<number>
  }
}
