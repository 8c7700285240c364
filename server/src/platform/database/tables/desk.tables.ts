import type { CaseView, DigestRhythm, NoticeKind, PlainDate } from '@portal/contract'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Sealed } from '../../protection/sealed.ts'
import type { Optional } from '../column-types.ts'

/** What the people of the office have on their desks: notices, saved views and texts, reminders, help. */
export interface DeskTables {
  notices: {
    id: GeneratedAlways<number>
    userId: number
    /** Exactly one of these five is set. */
    caseId: Optional<number>
    cases: Optional<number>
    requestId: Optional<number>
    associationId: Optional<number>
    exportId: Optional<number>
    kind: NoticeKind
    madeAt: Date
    readAt: Optional<Date>
  }
  closingMacros: {
    id: GeneratedAlways<number>
    name: string
    outcomeId: number
    performedActionId: number
    reason: Optional<string>
  }
  /** A saved view of a case list. */
  savedViews: {
    id: number
    keyId: Optional<number>
    userId: number
    view: CaseView
    /** Shared with all operators. */
    isShared: Generated<boolean>
    name: Optional<Sealed>
    settings: Optional<Sealed>
    /** Seal of owner, list and sharing, by which it is read. */
    claims: Optional<Sealed>
  }
  /** A text that operators send often. */
  savedReplies: {
    id: number
    keyId: Optional<number>
    ownerId: number
    isShared: boolean
    changedAt: Date
    content: Optional<Sealed>
    claims: Optional<Sealed>
  }
  /** Which tours and news a person has seen. */
  helpSeen: {
    userId: number
    item: string
    seenAt: Date
  }
  /** How a user is reminded of what waits. */
  agendas: {
    userId: number
    digestRhythm: Optional<DigestRhythm>
    digestHour: Optional<number>
    /** The day or the Monday of the last digest. */
    digestedOn: Optional<PlainDate>
    feedHash: Optional<Buffer>
    feedMadeAt: Optional<Date>
    keyId: Optional<number>
    claims: Optional<Sealed>
  }
}
