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

/** Cases of one sort; a scope is those of any of its sorts. */
export type CaseSort =
  | { readonly kind: 'all' }
  | { readonly kind: 'statuses'; readonly statuses: readonly CaseStatus[] }
  | { readonly kind: 'created_by'; readonly userId: number }
  | { readonly kind: 'assigned_to'; readonly userId: number }
  | { readonly kind: 'out_of_remit' }

/** Which cases a person may see; the store reads none without it. */
export interface CaseScope {
  readonly anyOf: readonly CaseSort[]
  /** Only what is within the office's remit, or only what is out of it. */
  readonly isOutOfRemit?: boolean
}

const everything: readonly CaseSort[] = [{ kind: 'all' }]
const levelOneAndOwn = (userId: number): readonly CaseSort[] => [
  { kind: 'statuses', statuses: levelOneStatuses },
  { kind: 'created_by', userId },
]

const sortsOfRoom = (role: Role, userId: number): readonly CaseSort[] => {
  const access = accessTo('cases', role)
  if (access === 'all') return everything
  return access === 'level_one_and_own' ? levelOneAndOwn(userId) : []
}

/** What each list holds, for a person in a role who may enter it (decisions §2 and §5). */
const lists: Readonly<Record<CaseView, (role: Role, userId: number) => CaseScope>> = {
  all: (role, userId) => ({ anyOf: sortsOfRoom(role, userId), isOutOfRemit: false }),
  toAssign: () => ({ anyOf: [{ kind: 'statuses', statuses: ['toAssign'] }], isOutOfRemit: false }),
  mine: (_role, userId) => ({ anyOf: [{ kind: 'assigned_to', userId }], isOutOfRemit: false }),
  outOfRemit: () => ({ anyOf: everything, isOutOfRemit: true }),
}

/** The room of the table of roles that each list lies in. */
const roomOf = { all: 'cases', toAssign: 'casesToAssign', mine: 'myCases', outOfRemit: 'casesOutOfRemit' } as const

/** What a list holds for a person in a role; undefined where its room is shut. */
export function listScope(view: CaseView, role: Role, userId: number): CaseScope | undefined {
  return accessTo(roomOf[view], role) === null ? undefined : lists[view](role, userId)
}

/** Every case that a person may open: whatever is in one of their lists. Undefined where no room is open. */
export function readScope(role: Role, userId: number): CaseScope | undefined {
  const views = (Object.keys(roomOf) as CaseView[]).flatMap((view) => listScope(view, role, userId) ?? [])
  if (views.length === 0) return undefined
  const sorts = views.flatMap(({ anyOf, isOutOfRemit }): readonly CaseSort[] =>
    isOutOfRemit ? [{ kind: 'out_of_remit' }] : anyOf,
  )
  return { anyOf: sorts.some(({ kind }) => kind === 'all') ? everything : sorts }
}

/** What the badge `totali` counts in view 0: by status, and one's own entries in the statuses left. */
export function pendingIn(
  role: Role,
  userId: number,
): {
  inStatuses: readonly CaseStatus[]
  ownIn: readonly CaseStatus[]
} {
  const sorts = sortsOfRoom(role, userId)
  if (sorts.some(({ kind }) => kind === 'all')) return { inStatuses: pendingStatuses, ownIn: [] }
  const inStatuses = pendingStatuses.filter((status) => levelOneStatuses.some((level) => level === status))
  return { inStatuses, ownIn: pendingStatuses.filter((status) => !inStatuses.includes(status)) }
}

interface Work {
  readonly status: CaseStatus
  readonly assignedTo: number | null
  readonly createdBy: number | null
}

/** Whether a person may change a case that they see (room `editCase`), unless it is closed. */
export function mayEdit(role: Role, userId: number, { status, assignedTo, createdBy }: Work): boolean {
  const access = accessTo('editCase', role)
  if (access === 'all') return true
  if (access === 'assigned') return assignedTo === userId
  if (access !== 'assigned_or_own_open') return false
  return (assignedTo === userId && status === 'inWorkOne') || (createdBy === userId && status === 'open')
}

/** Why a user may not edit a case that they see; null when they may. */
export function editDenialOf(
  { id, selectedRole }: { readonly id: number; readonly selectedRole: Role },
  row: Work & { readonly pseudonymisedAt: Date | null },
  isLocked: boolean,
): EditDenialReason | null {
  if (row.pseudonymisedAt !== null || isReadOnly(row.status)) return 'concluded'
  if (!mayEdit(selectedRole, id, row)) return 'not_assigned_to_self'
  return isLocked ? 'locked' : null
}

/** Whether a message of a reporter that this person sees has reached the office: their case, or nobody's and they may edit it. */
export const readsForOffice = (role: Role, userId: number, work: Work): boolean =>
  work.assignedTo === userId || (work.assignedTo === null && mayEdit(role, userId, work))

/** Whether a role may take the lock of a case from whoever holds it: RUP, who edits every case. */
export const mayTakeOver = (role: Role): boolean => accessTo('editCase', role) === 'all'
