import { sealedTable } from '#platform/protection/sealed-table.ts'

/** The encrypted values of a request for export or erasure. */
export interface SealedRequest {
  /** Tax code or VAT number. */
  taxCode?: string | undefined
  reportCode?: string | undefined
  reason: string
  decisionReason: string
}

export const sealedRequests = sealedTable<SealedRequest>()({
  table: 'rightsRequests',
  key: 'id',
  sealed: ['taxCode', 'reportCode', 'reason', 'decisionReason'],
  ends: { byRule: 'decidedRequests' },
})
