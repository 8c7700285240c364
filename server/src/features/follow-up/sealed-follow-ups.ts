import { sealedTable } from '#platform/protection/sealed-table.ts'

/** The authoritative values of a follow-up session. The plain columns only serve the job that deletes expired rows. */
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
