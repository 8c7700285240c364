import { sealedTable } from '#platform/protection/sealed-table.ts'

/** Of which case a session by code and pin is, until when: what counts of it. The open columns serve clearing. */
export interface FollowUpClaims {
  readonly caseId: number
  /** ISO 8601. */
  readonly expiresAt: string
}

export const sealedFollowUps = sealedTable<{ claims: FollowUpClaims }>()({
  table: 'followUpSessions',
  key: 'idHash',
  sealed: ['claims'],
  decisive: ['claims'],
  ends: { byRule: 'endedSessions' },
})
