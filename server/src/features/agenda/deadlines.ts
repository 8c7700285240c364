import type { CaseStatus, DueState, PlainDate } from '@portal/contract'

/** A case with a pending action and its deadline. */
export interface Deadline {
  readonly id: number
  readonly code: string
  readonly status: CaseStatus
  readonly dueOn: PlainDate
  readonly dueState: DueState
}

/** Pending work of an operator, by due date. */
export interface Deadlines {
  readonly own: readonly Deadline[]
  readonly toAssign: readonly Deadline[]
  /** Total of cases to assign; `toAssign` holds only the first of them. */
  readonly toAssignCount: number
  readonly unread: number
  readonly unattended: number
}
