import { accountNames, type CaseStatus, type OperatorAction, type Role, roleCodes, workersOf } from '@portal/contract'

/** The data of an account, decrypted. */
export interface Account {
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly mail: string | null
  readonly phone: string | null
  readonly isEnabled: boolean
  readonly enabledAt: Date
  readonly disabledAt: Date | null
  readonly deletedAt: Date | null
  /** In order; sign-in selects the first. */
  readonly roles: readonly Role[]
}

/** The input for an account. */
export interface AccountInput {
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly mail: string
  readonly phone?: string | undefined
  readonly enabledAt?: Date | undefined
  readonly isEnabled: boolean
  readonly roles: readonly Role[]
}

/** A field of an account that changed, its values as text. */
export interface FieldChange {
  readonly field: keyof typeof accountNames
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** Number of open cases of an operator, by status. */
export type OpenCases = readonly { readonly status: CaseStatus; readonly count: number }[]

/** Whether an account can sign in now. */
export const isActive = ({ isEnabled, enabledAt, deletedAt }: Account, now: Date) =>
  isEnabled && enabledAt <= now && deletedAt === null

export const isActiveManager = (account: Account, now: Date) =>
  account.roles.includes('manager') && isActive(account, now)

/** Whether an account may work on cases in a status. */
export const canWorkOn = (account: Account, status: CaseStatus, now: Date) =>
  isActive(account, now) && workersOf[status].some((role) => account.roles.includes(role))

/** Number of open cases on which an operator could no longer work after a change of their account. */
export const casesLeftBehind = (cases: OpenCases, before: Account, after: Account, now: Date) =>
  cases
    .filter(({ status }) => canWorkOn(before, status, now) && !canWorkOn(after, status, now))
    .reduce((sum, { count }) => sum + count, 0)

export const countOf = (cases: OpenCases) => cases.reduce((sum, { count }) => sum + count, 0)

/** The requested roles, followed by the role of an association member where the account has it: the office cannot remove that one. */
const withAssociations = (roles: readonly Role[], former: readonly Role[]): readonly Role[] =>
  former.includes('associationMember') ? [...roles, 'associationMember'] : roles

/** Builds a new account. */
export const newAccount = (input: AccountInput, now: Date): Account => ({
  ...input,
  phone: input.phone ?? null,
  enabledAt: input.enabledAt ?? now,
  disabledAt: null,
  deletedAt: null,
})

/** An account after a change. Without a day, an account is enabled from now; a disabled account keeps its day. */
export const changedAccount = (before: Account, input: AccountInput, now: Date): Account => {
  const isOpened = input.isEnabled && !before.isEnabled
  return {
    ...before,
    ...input,
    phone: input.phone ?? null,
    enabledAt: input.enabledAt ?? (isOpened ? now : before.enabledAt),
    disabledAt: input.isEnabled ? null : before.isEnabled ? now : before.disabledAt,
    roles: withAssociations(input.roles, before.roles),
  }
}

/** Whether an account has only the role of an association member: it is not an account of the office. */
export const isAssociationOnly = ({ roles }: Pick<Account, 'roles'>) =>
  roles.every((role) => role === 'associationMember')

const texts: Readonly<Record<keyof typeof accountNames, (account: Account) => string | undefined>> = {
  taxCode: ({ taxCode }) => taxCode,
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  mail: ({ mail }) => mail ?? undefined,
  phone: ({ phone }) => phone ?? undefined,
  enabledAt: ({ enabledAt }) => enabledAt.toISOString(),
  isEnabled: ({ isEnabled }) => (isEnabled ? '1' : '0'),
  roles: ({ roles }) => roles.map((role) => roleCodes[role]).join('|'),
}
const fields = Object.keys(accountNames) as (keyof typeof accountNames)[]

/** The fields that differ; for a new account, all fields with a value. */
export const changesOf = (before: Account | undefined, after: Account): FieldChange[] =>
  fields
    .map((field) => ({ field, before: before && texts[field](before), after: texts[field](after) }))
    .filter((change) => change.before !== change.after)

/** An entry of an account's history. */
export interface HistoryEntry {
  readonly action: OperatorAction
  readonly changes: readonly FieldChange[]
}

/** The history entries of a change: enabling and disabling have entries of their own. */
export function entriesOf(before: Account, after: Account): HistoryEntry[] {
  const changes = changesOf(before, after)
  const isAboutOpening = ({ field }: FieldChange) =>
    before.isEnabled !== after.isEnabled && (field === 'isEnabled' || field === 'enabledAt')
  const opening: HistoryEntry = {
    action: after.isEnabled ? 'enabled' : 'disabled',
    changes: changes.filter(isAboutOpening),
  }
  const rest: HistoryEntry = { action: 'modified', changes: changes.filter((change) => !isAboutOpening(change)) }
  return [opening, rest].filter((entry) => entry.changes.length > 0)
}
