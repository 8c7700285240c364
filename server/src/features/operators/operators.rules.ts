import { accountNames, type CaseStatus, type OperatorAction, type Role, roleCodes, workersOf } from '@portal/contract'

/** What an account says; what is sealed in it is opened. */
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
  /** In order, the one selected at sign-in first. */
  readonly roles: readonly Role[]
}

/** What a person gives for an account. */
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

/** Open cases of a person, by status. */
export type OpenCases = readonly { readonly status: CaseStatus; readonly count: number }[]

/** Whether somebody may enter by an account now. */
export const isActive = ({ isEnabled, enabledAt, deletedAt }: Account, now: Date) =>
  isEnabled && enabledAt <= now && deletedAt === null

export const isActiveManager = (account: Account, now: Date) =>
  account.roles.includes('manager') && isActive(account, now)

/** Whether cases in a status can be worked on by the account. */
export const canWorkOn = (account: Account, status: CaseStatus, now: Date) =>
  isActive(account, now) && workersOf[status].some((role) => account.roles.includes(role))

/** How many of a person's open cases a change would leave with somebody who cannot work on them any more. */
export const casesLeftBehind = (cases: OpenCases, before: Account, after: Account, now: Date) =>
  cases
    .filter(({ status }) => canWorkOn(before, status, now) && !canWorkOn(after, status, now))
    .reduce((sum, { count }) => sum + count, 0)

export const countOf = (cases: OpenCases) => cases.reduce((sum, { count }) => sum + count, 0)

/** The role from associations is not the office's to take: it stays, behind those given. */
const withAssociations = (roles: readonly Role[], former: readonly Role[]): readonly Role[] =>
  former.includes('associationMember') ? [...roles, 'associationMember'] : roles

/** A new account as it is kept. */
export const newAccount = (input: AccountInput, now: Date): Account => ({
  ...input,
  phone: input.phone ?? null,
  enabledAt: input.enabledAt ?? now,
  disabledAt: null,
  deletedAt: null,
})

/** An account after a change; whoever is enabled without a day opens from now, and whoever is disabled keeps the day. */
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

/** Somebody who acts for an association alone: no account of the office until it is made one. */
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

/** The fields that differ; all that say something where there was no account before. */
export const changesOf = (before: Account | undefined, after: Account): FieldChange[] =>
  fields
    .map((field) => ({ field, before: before && texts[field](before), after: texts[field](after) }))
    .filter((change) => change.before !== change.after)

/** An entry of an account's history. */
export interface HistoryEntry {
  readonly action: OperatorAction
  readonly changes: readonly FieldChange[]
}

/** What a change is called in the history: opening and shutting stand apart from the rest. */
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
