import type { Generated, GeneratedAlways } from 'kysely'
import type { Optional } from '../column-types.ts'

/** Tables for receiving reports. */
export interface IntakeTables {
  requestCounts: {
    bucket: string
    /** Keyed digest of a network or an id. */
    subject: string
    minute: Date
    hits: number
  }
  /** The confirmation of what the office assures reporters of. */
  assuranceConfirmations: {
    onlyOne: Generated<boolean>
    digest: string
    confirmedBy: number
    confirmedAt: Date
  }
  protocolCounters: {
    year: number
    last: number
  }
  idempotentAnswers: {
    keyHash: string
    bodyHash: string
    answer: Optional<Buffer>
    createdAt: Date
  }
  captchaChallenges: {
    id: GeneratedAlways<number>
    visitorHash: string
    answer: string
    hasImage: boolean
    hasAudio: boolean
    tries: Generated<number>
    solvedAt: Optional<Date>
    expiresAt: Date
  }
  sentTexts: {
    token: string
    sentAt: Date
  }
}
