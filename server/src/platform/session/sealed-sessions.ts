import type { Role } from '@portal/contract'
import { sealedTable } from '../protection/sealed-table.ts'

/** Whose a session is, in which role, until when: what counts of it. The open columns serve lists and clearing. */
export interface SessionClaims {
  readonly userId: number
  readonly selectedRole: Role
  /** ISO 8601. */
  readonly expiresAt: string
}

export interface SealedSession {
  /** What the identity provider calls the person, for signing out there: JSON of `[entity id, NameQualifier, NameID]`. */
  spidSubject: string | null
  spidIndex: string | null
  claims: SessionClaims
}

export const sealedSessions = sealedTable<SealedSession>()({
  table: 'sessions',
  key: 'idHash',
  sealed: ['spidSubject', 'spidIndex', 'claims'],
  decisive: ['claims'],
  ends: { byRule: 'endedSessions' },
  unique: { spidSubject: 'spidToken' },
})
