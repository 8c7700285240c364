import type { Role } from '@portal/contract'
import { sealedTable } from '../protection/sealed-table.ts'

/**
 * Roles and status of an account, sealed with it, so that write access to the database grants nobody a role. The plain rows
 * and columns of the same names serve lists and filters; they can revoke access, but not grant it.
 */
export interface Authority {
  /** The first role is selected at sign-in. */
  readonly roles: readonly Role[]
  readonly isEnabled: boolean
  /** ISO 8601. */
  readonly enabledAt: string
  readonly deletedAt: string | null
}

/** The protected values of an operator. */
export interface SealedUser {
  taxCode: string
  firstName: string
  lastName: string
  mail: string | null
  phone: string | null
  /** Absent in unconfirmed accounts of an earlier version (`npm run operator:confirm`). */
  authority: Authority | null
}

export const sealedUsers = sealedTable<SealedUser>()({
  table: 'users',
  key: 'id',
  sealed: ['taxCode', 'firstName', 'lastName', 'mail', 'phone', 'authority'],
  decisive: ['authority'],
  ends: { stay: 'an operator has an account until it is disabled; the audit log refers to it by id alone' },
  unique: { taxCode: 'taxCodeToken', mail: 'mailToken' },
  tokens: { table: 'userTokens', of: { firstName: 'name', lastName: 'name' } },
})

/** The sealed form of an account's roles and status. */
export const authorityOf = (account: {
  readonly roles: readonly Role[]
  readonly isEnabled: boolean
  readonly enabledAt: Date
  readonly deletedAt?: Date | null
}): Authority => ({
  roles: account.roles,
  isEnabled: account.isEnabled,
  enabledAt: account.enabledAt.toISOString(),
  deletedAt: account.deletedAt?.toISOString() ?? null,
})

/**
 * Whether the seal of an account grants a role at an instant; roles of an association remain after the account is closed
 * (decisions §2).
 */
export const givesRole = (authority: Authority | null, role: Role, now: Date): boolean =>
  authority?.roles.includes(role) === true &&
  (role === 'associationMember' ||
    (authority.isEnabled && new Date(authority.enabledAt) <= now && authority.deletedAt === null))
