import type { Role } from '@portal/contract'
import { sealedTable } from '../protection/sealed-table.ts'

/** The binding values of a session: user, role, expiry. The plain columns serve only lists and clean-up. */
export interface SessionClaims {
  readonly userId: number
  readonly selectedRole: Role
  /** ISO 8601. */
  readonly expiresAt: string
}

export interface SealedSession {
  /** Subject at the identity provider, for the logout there: JSON of `[entity id, NameQualifier, NameID]`. */
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
