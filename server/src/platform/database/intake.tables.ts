import type { Generated, GeneratedAlways } from 'kysely'
import type { Optional } from './column-types.ts'

interface RequestCountTable {
  bucket: string
  /** Keyed digest of a network or an id. */
  subject: string
  minute: Date
  hits: number
}

interface ProtocolCounterTable {
  year: number
  last: number
}

interface IdempotentAnswerTable {
  keyHash: string
  bodyHash: string
  answer: Optional<Buffer>
  createdAt: Date
}

interface CaptchaChallengeTable {
  id: GeneratedAlways<number>
  visitorHash: string
  answer: string
  hasImage: boolean
  hasAudio: boolean
  tries: Generated<number>
  solvedAt: Optional<Date>
  expiresAt: Date
}

interface SentTextTable {
  token: string
  sentAt: Date
}

/** Tables for receiving reports. */
export interface IntakeTables {
  requestCounts: RequestCountTable
  protocolCounters: ProtocolCounterTable
  idempotentAnswers: IdempotentAnswerTable
  captchaChallenges: CaptchaChallengeTable
  sentTexts: SentTextTable
}
