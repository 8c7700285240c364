import type { CaseStatus, DueState, PlainDate } from '@portal/contract'

/** A case that waits for somebody, and until when. */
export interface Duty {
  readonly id: number
  readonly code: string
  readonly status: CaseStatus
  readonly dueOn: PlainDate
  readonly dueState: DueState
}

/** What waits for an operator, by the day it is due. */
export interface Duties {
  readonly own: readonly Duty[]
  readonly toAssign: readonly Duty[]
  /** How many those are in all; of very many only the first are told one by one. */
  readonly toAssignCount: number
  readonly unread: number
  readonly unattended: number
}
