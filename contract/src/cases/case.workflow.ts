import { idOnWire } from '../kit/wire.ts'
import type { Role } from '../session/roles.ts'

/** Case statuses and their ids (decisions §5). */
export const caseStatusIds = {
  open: 1,
  toAssign: 2,
  inWorkOne: 3,
  inWorkTwo: 4,
  external: 5,
  closed: 6,
  reopened: 7,
  cancelled: 8,
} as const
export const caseStatus = idOnWire(caseStatusIds)
export type CaseStatus = keyof typeof caseStatusIds

/** A condition on the record beyond role and status. */
export type Condition = 'unassigned' | 'assigned_to_self' | 'answered_at_once_or_not_relevant'

/** What the person must give for an action. */
export type Need =
  | 'operator'
  | 'relevance'
  | 'ground'
  | 'reason'
  | 'external_body'
  | 'date'
  | 'protocol_number'
  | 'legal_basis'
  | 'outcome'
  | 'performed_action'

export interface ActionRule {
  /** Empty: the action makes the case. */
  readonly from: readonly CaseStatus[]
  readonly by: readonly Role[]
  /** `same`: the status stays. `own_level`: level I or II, as the person who acts. */
  readonly to: CaseStatus | 'same' | 'own_level'
  readonly when?: Condition
  readonly needs: readonly Need[]
}

/** What may be done to a case: from which statuses, by whom, where it leads (decisions §5). The public submits too. */
// biome-ignore format: a table
export const caseActions = {
  submit:         { from: [],                                                             by: ['operatorOne', 'operatorTwo', 'manager'], to: 'open',      needs: [] },
  take:           { from: ['open', 'reopened'],                                           by: ['operatorOne', 'operatorTwo'],            to: 'own_level', needs: [], when: 'unassigned' },
  assignOne:      { from: ['open', 'toAssign', 'inWorkOne', 'reopened'],                  by: ['manager'],                               to: 'inWorkOne', needs: ['operator'] },
  assignTwo:      { from: ['open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'reopened'],     by: ['manager'],                               to: 'inWorkTwo', needs: ['operator'] },
  sendToAssign:   { from: ['open', 'inWorkOne', 'reopened'],                              by: ['operatorOne', 'manager'],                to: 'toAssign',  needs: ['relevance', 'ground'] },
  giveBack:       { from: ['inWorkTwo'],                                                  by: ['operatorTwo', 'manager'],                to: 'toAssign',  needs: ['reason'] },
  assignExternal: { from: ['toAssign', 'inWorkTwo'],                                      by: ['manager'],                               to: 'external',  needs: ['external_body', 'date', 'protocol_number', 'legal_basis'] },
  takeBack:       { from: ['external'],                                                   by: ['manager'],                               to: 'inWorkTwo', needs: ['reason'] },
  proposeClosing: { from: ['inWorkOne', 'inWorkTwo'],                                     by: ['operatorOne', 'operatorTwo', 'manager'], to: 'same',      needs: ['outcome'], when: 'assigned_to_self' },
  close:          { from: ['toAssign', 'inWorkOne', 'inWorkTwo', 'external'],             by: ['manager'],                               to: 'closed',    needs: ['outcome', 'performed_action'] },
  closeAtOnce:    { from: ['inWorkOne'],                                                  by: ['operatorOne'],                           to: 'closed',    needs: ['outcome', 'performed_action'], when: 'answered_at_once_or_not_relevant' },
  reopen:         { from: ['closed'],                                                     by: ['manager'],                               to: 'reopened',  needs: ['reason'] },
  cancel:         { from: ['open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'reopened'], by: ['manager'],                       to: 'cancelled', needs: ['reason'] },
} as const satisfies Record<string, ActionRule>
export type CaseAction = keyof typeof caseActions

export type Refusal = 'wrong_role' | 'wrong_status'

/** Why `role` may not take `action` on a case in `status`; null when role and status allow it. */
export function refusal(action: CaseAction, status: CaseStatus, role: Role): Refusal | null {
  const rule: ActionRule = caseActions[action]
  if (!rule.by.includes(role)) return 'wrong_role'
  if (!rule.from.includes(status)) return 'wrong_status'
  return null
}

/** Statuses that level I works on: what `level_one_and_own` shows beside one's own entries (decisions §2). */
export const levelOneStatuses = ['open', 'inWorkOne', 'reopened'] as const satisfies readonly CaseStatus[]

/** Statuses in which a case still waits for somebody: what the badge `totali` counts. */
export const pendingStatuses = [
  'open',
  'toAssign',
  'inWorkOne',
  'inWorkTwo',
  'external',
  'reopened',
] as const satisfies readonly CaseStatus[]
