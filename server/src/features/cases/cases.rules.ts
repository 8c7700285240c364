import {
  accessTo,
  type CaseStatus,
  type CaseView,
  type EditDenialReason,
  isReadOnly,
  levelOneStatuses,
  pendingStatuses,
  type Role,
} from '@portal/contract'

/** A set of cases; a scope is the union of several. */
export type CaseSort =
  | { readonly kind: 'all' }
  | { readonly kind: 'statuses'; readonly statuses: readonly CaseStatus[] }
  | { readonly kind: 'created_by'; readonly userId: number }
  | { readonly kind: 'assigned_to'; readonly userId: number }
  | { readonly kind: 'out_of_remit' }

/** The cases that a user may see; the store reads no case without a scope. */
export interface CaseScope {
  readonly anyOf: readonly CaseSort[]
  /** Only cases out of the office's remit (true) or within it (false); undefined for both. */
  readonly isOutOfRemit?: boolean
}

const everything: readonly CaseSort[] = [{ kind: 'all' }]
const levelOneAndOwn = (userId: number): readonly CaseSort[] => [
  { kind: 'statuses', statuses: levelOneStatuses },
  { kind: 'created_by', userId },
]

const sortsOfCases = (role: Role, userId: number): readonly CaseSort[] => {
  const access = accessTo('cases', role)
  if (access === 'all') return everything
  return access === 'level_one_and_own' ? levelOneAndOwn(userId) : []
}

/** The scope of each list, for a user whose role may open it (decisions §2 and §5). */
const lists: Readonly<Record<CaseView, (role: Role, userId: number) => CaseScope>> = {
  all: (role, userId) => ({ anyOf: sortsOfCases(role, userId), isOutOfRemit: false }),
  toAssign: () => ({ anyOf: [{ kind: 'statuses', statuses: ['toAssign'] }], isOutOfRemit: false }),
  mine: (_role, userId) => ({ anyOf: [{ kind: 'assigned_to', userId }], isOutOfRemit: false }),
  outOfRemit: () => ({ anyOf: everything, isOutOfRemit: true }),
}

/** The statuses of which every case of a scope has one; undefined for any status. */
export function statusesOf({ anyOf: [sort, ...others] }: CaseScope): readonly CaseStatus[] | undefined {
  return sort?.kind === 'statuses' && others.length === 0 ? sort.statuses : undefined
}

/** A scope and a filter by status, of which each says what the other does not: the filter alone, where it implies the scope. */
export function narrowed(
  scope: CaseScope,
  statuses: readonly CaseStatus[],
): { readonly scope: CaseScope; readonly statuses: readonly CaseStatus[] } {
  const ofStatus = scope.anyOf.find((sort) => sort.kind === 'statuses')
  const common = statuses.filter((status) => ofStatus?.statuses.includes(status))
  const isImplied = common.length === statuses.length || scope.anyOf.length === 1
  return isImplied && common.length > 0
    ? { scope: { ...scope, anyOf: everything }, statuses: common }
    : { scope, statuses }
}

/** The part of a scope that a user works on, where the scope names it. */
export const ownPartOf = (scope: CaseScope, userId: number): CaseScope =>
  scope.anyOf.some((sort) => sort.kind === 'assigned_to' && sort.userId === userId)
    ? { ...scope, anyOf: [{ kind: 'assigned_to', userId }] }
    : scope

/** The permission that each list requires. */
const permissionOfList = {
  all: 'cases',
  toAssign: 'casesToAssign',
  mine: 'myCases',
  outOfRemit: 'casesOutOfRemit',
} as const

/** The scope of a list for a user in a role; undefined where the role may not open it. */
export function listScope(view: CaseView, role: Role, userId: number): CaseScope | undefined {
  return accessTo(permissionOfList[view], role) === null ? undefined : lists[view](role, userId)
}

/** The cases that a user may open: all that are in one of their lists. Undefined where the role may open no list. */
export function readScope(role: Role, userId: number): CaseScope | undefined {
  const views = (Object.keys(permissionOfList) as CaseView[]).flatMap((view) => listScope(view, role, userId) ?? [])
  if (views.length === 0) return undefined
  const sorts = views.flatMap(({ anyOf, isOutOfRemit }): readonly CaseSort[] =>
    isOutOfRemit ? [{ kind: 'out_of_remit' }] : anyOf,
  )
  return { anyOf: sorts.some(({ kind }) => kind === 'all') ? everything : sorts }
}

/** What the badge `totali` counts in view 0: all cases in `inStatuses`, and in `ownIn` only those that the user entered. */
export function pendingIn(
  role: Role,
  userId: number,
): {
  inStatuses: readonly CaseStatus[]
  ownIn: readonly CaseStatus[]
} {
  const sorts = sortsOfCases(role, userId)
  if (sorts.some(({ kind }) => kind === 'all')) return { inStatuses: pendingStatuses, ownIn: [] }
  const inStatuses = pendingStatuses.filter((status) => levelOneStatuses.some((level) => level === status))
  return { inStatuses, ownIn: pendingStatuses.filter((status) => !inStatuses.includes(status)) }
}

interface EditableCase {
  readonly status: CaseStatus
  readonly assignedTo: number | null
  readonly createdBy: number | null
}

/** Whether a user may edit a case that they see (permission `editCase`), unless it is closed. */
export function mayEdit(role: Role, userId: number, { status, assignedTo, createdBy }: EditableCase): boolean {
  const access = accessTo('editCase', role)
  if (access === 'all') return true
  if (access === 'assigned') return assignedTo === userId
  if (access !== 'assigned_or_own_open') return false
  return (assignedTo === userId && status === 'inWorkOne') || (createdBy === userId && status === 'open')
}

/** Why a user may not edit a case that they see; null when they may. */
export function editDenialOf(
  { id, selectedRole }: { readonly id: number; readonly selectedRole: Role },
  row: EditableCase & { readonly pseudonymisedAt: Date | null },
  isLocked: boolean,
): EditDenialReason | null {
  if (row.pseudonymisedAt !== null || isReadOnly(row.status)) return 'concluded'
  if (!mayEdit(selectedRole, id, row)) return 'not_assigned_to_self'
  return isLocked ? 'locked' : null
}

/** Whether a message counts as read by the office once this user opens it: the case is theirs, or unassigned and they may edit it. */
export const readsForOffice = (role: Role, userId: number, record: EditableCase): boolean =>
  record.assignedTo === userId || (record.assignedTo === null && mayEdit(role, userId, record))

/** Whether a role may take over the lock of another user: RUP, who may edit every case. */
export const mayTakeOver = (role: Role): boolean => accessTo('editCase', role) === 'all'
