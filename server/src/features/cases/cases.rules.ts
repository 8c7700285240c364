import { accessTo, type CaseStatus, levelOneStatuses, pendingStatuses, type Role } from '@portal/contract'

/** Which cases a person may see; the store reads none without it. */
export type CaseScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'statuses_and_own'; readonly statuses: readonly CaseStatus[]; readonly userId: number }

/** The scope of the case list (view 0) for a person in a role; undefined where the room is shut. */
export function scopeOf(role: Role, userId: number): CaseScope | undefined {
  const access = accessTo('cases', role)
  if (access === 'all') return { kind: 'all' }
  if (access === 'level_one_and_own') return { kind: 'statuses_and_own', statuses: levelOneStatuses, userId }
  return undefined
}

/** What the badge `totali` counts in a scope: by status, and one's own entries in the statuses left. */
export function pendingIn(scope: CaseScope): { inStatuses: readonly CaseStatus[]; ownIn: readonly CaseStatus[] } {
  if (scope.kind === 'all') return { inStatuses: pendingStatuses, ownIn: [] }
  const inStatuses = pendingStatuses.filter((status) => scope.statuses.includes(status))
  return { inStatuses, ownIn: pendingStatuses.filter((status) => !inStatuses.includes(status)) }
}

interface Work {
  readonly status: CaseStatus
  readonly assignedTo: number | null
  readonly createdBy: number | null
}

/** Whether a person may change a case that they see (room `editCase`). */
export function mayEdit(role: Role, userId: number, { status, assignedTo, createdBy }: Work): boolean {
  const access = accessTo('editCase', role)
  if (access === 'all') return true
  if (access === 'assigned') return assignedTo === userId
  if (access !== 'assigned_or_own_open') return false
  return (assignedTo === userId && status === 'inWorkOne') || (createdBy === userId && status === 'open')
}
