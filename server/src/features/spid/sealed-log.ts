import { sealedTable } from '#platform/protection/sealed-table.ts'

/** What AgID's rules ask to be kept of a sign-in for 24 months; an answer that was refused is kept as it came. */
export interface SealedSpidLog {
  responseId: string | null
  responseIssuedAt: string | null
  responseIssuer: string | null
  assertionId: string | null
  /** JSON of `[NameQualifier, NameID]`. */
  subject: string | null
  requestXml: string | null
  responseXml: string | null
}

export const sealedSpidLog = sealedTable<SealedSpidLog>()({
  table: 'spidLog',
  key: 'id',
  sealed: ['responseId', 'responseIssuedAt', 'responseIssuer', 'assertionId', 'subject', 'requestXml', 'responseXml'],
  ends: { byRule: 'spidLog' },
})
