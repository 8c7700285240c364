import { sealedTable } from '#platform/protection/sealed-table.ts'

/** Data of a sign-in that AgID's rules require for 24 months; includes the XML of refused answers. */
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
