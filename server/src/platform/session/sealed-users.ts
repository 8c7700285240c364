import type { Role } from '@portal/contract'
import { sealedTable } from '../protection/sealed-table.ts'

/**
 * Roles and status of an account, sealed with it: whoever writes to the database gives nobody a role. The open rows and
 * columns of the same names serve lists and filters; they can take access away, and alone they give none.
 */
export interface Authority {
  /** The first one is selected at sign-in. */
  readonly roles: readonly Role[]
  readonly isEnabled: boolean
  /** ISO 8601. */
  readonly enabledAt: string
  readonly deletedAt: string | null
}

/** The protected values of a person who works here. */
export interface SealedUser {
  taxCode: string
  firstName: string
  lastName: string
  mail: string | null
  phone: string | null
  /** Absent in accounts of an earlier version that nobody has confirmed (`npm run operator:confirm`). */
  authority: Authority | null
}

export const sealedUsers = sealedTable<SealedUser>()({
  table: 'users',
  key: 'id',
  sealed: ['taxCode', 'firstName', 'lastName', 'mail', 'phone', 'authority'],
  decisive: ['authority'],
  ends: { stay: 'whoever works here has an account until it is disabled; the audit log names them by id alone' },
  unique: { taxCode: 'taxCodeToken', mail: 'mailToken' },
  tokens: { table: 'userTokens', of: { firstName: 'name', lastName: 'name' } },
})

/** What is sealed of an account's roles and status. */
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

/** Whether the seal of an account gives it a role at an instant; roles of an association outlive the account (decisions §2). */
export const givesRole = (authority: Authority | null, role: Role, now: Date): boolean =>
  authority?.roles.includes(role) === true &&
  (role === 'associationMember' ||
    (authority.isEnabled && new Date(authority.enabledAt) <= now && authority.deletedAt === null))
