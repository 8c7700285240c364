import {
  type ActionRule,
  actionOf,
  assigneeRules,
  type CaseAction,
  type CaseActionInput,
  type CaseActionWord,
  type CaseStatus,
  type CaseValues,
  caseActions,
  caseActionWords,
  endsCase,
  fieldsOfAction,
  isReadOnly,
  levelOf,
  type NoticeKind,
  type ProblemCode,
  type Role,
  refusal,
  unmetCondition,
} from '@portal/contract'
import { mayActOn } from '../cases.rules.ts'
import type { CaseMove } from '../record/case-commands.store.ts'

/** Whoever acts. */
interface Actor {
  readonly id: number
  readonly selectedRole: Role
}

/** What of a case decides on an action. */
interface Acted {
  readonly status: CaseStatus
  readonly assignedTo: number | null
  readonly pseudonymisedAt: Date | null
  readonly closingProposedAt: Date | null
}

export type DoneAction = Exclude<CaseAction, 'submit'>

/** The action that leads to a status, for whoever may take it from where the case is. */
export function actionTo(status: CaseStatus, row: Acted, user: Actor): DoneAction | undefined {
  const words = Object.keys(caseActionWords) as CaseActionWord[]
  return words
    .map((word) => actionOf(word, user.selectedRole) as DoneAction)
    .find((action) => leadsTo(action, user) === status && refusal(action, row.status, user.selectedRole) === null)
}

/** Where an action leads; undefined where the status stays. */
export function leadsTo(action: DoneAction, user: Actor): CaseStatus | undefined {
  const { to }: ActionRule = caseActions[action]
  if (to === 'own_level') return levelOf[user.selectedRole]
  return to === 'same' ? undefined : to
}

const problemOfCondition = {
  unassigned: 'already_assigned',
  assigned_to_self: 'case_of_other',
  answered_at_once_or_not_relevant: 'not_immediate',
  closing_proposed: 'closing_unproposed',
} as const satisfies Record<string, ProblemCode>

/** The case as it would be judged with what the action brings. */
const workOf = (row: Acted, { relevanceId, isAnsweredAtOnce }: CaseValues) => ({
  assignedTo: row.assignedTo ?? undefined,
  relevanceId,
  isAnsweredAtOnce: isAnsweredAtOnce ?? false,
  isClosingProposed: row.closingProposedAt !== null,
})

/** Why an action is refused, by the table: who first, then the case, then what it asks of the two; null when it is not. */
export function problemOf(action: DoneAction, row: Acted, values: CaseValues, user: Actor): ProblemCode | null {
  const why = refusal(action, row.status, user.selectedRole)
  if (why === 'wrong_role') return 'not_allowed'
  if (why === 'wrong_status') return 'wrong_status'
  if (row.pseudonymisedAt && !endsCase(action)) return 'case_read_only'
  const unmet = unmetCondition(action, workOf(row, values), user.id)
  if (unmet) return problemOfCondition[unmet]
  return mayActOn(user.selectedRole, user.id, row.assignedTo) ? null : 'case_of_other'
}

/** Of what was given with an action what it takes: an action is no way to save a case. */
export function takenBy(action: DoneAction, input: CaseActionInput): CaseActionInput {
  const keys: readonly string[] = fieldsOfAction(action)
  return Object.fromEntries(Object.entries(input).filter(([key]) => keys.includes(key)))
}

/** The values with what came with the action. */
export function withInput(values: CaseValues, input: CaseActionInput): CaseValues {
  const { groundId, subGroundId, performedActionId, performedOn } = input
  const { grounds = [], performedActions = [] } = values
  const main = groundId === undefined ? [] : [{ groundId, ...(subGroundId && { subGroundId }), priority: 0 }]
  const others = grounds.filter((one) => one.groundId !== groundId || one.subGroundId !== subGroundId)
  const performed = performedActionId === undefined ? [] : [{ actionId: performedActionId, date: performedOn }]
  const single = [
    'relevanceId',
    'outcomeId',
    'isAnsweredAtOnce',
    'externalBodyId',
    'externalOn',
    'externalProtocol',
    'legalBasis',
  ] as const
  const given = single.filter((key) => input[key] !== undefined).map((key) => [key, input[key]])
  return {
    ...values,
    ...Object.fromEntries(given),
    ...(main.length > 0 && { grounds: [...main, ...others.map((one) => ({ ...one, priority: 1 }))] }),
    ...(performed.length > 0 && { performedActions: [...performedActions, ...performed] }),
  }
}

/** What an action takes out of the case: it stays in the history. */
export const cleared: Partial<Record<DoneAction, readonly (keyof CaseValues)[]>> = { reopen: ['outcomeId'] }

export function assigneeAfter(action: DoneAction, row: Acted, input: CaseActionInput, user: Actor): number | null {
  const rule = assigneeRules[action]
  if (rule === 'named') return input.operatorId ?? null
  if (rule === 'self') return user.id
  if (rule === 'nobody') return null
  return row.assignedTo ?? (rule === 'same_or_self' ? user.id : null)
}

export function moveOf(
  status: CaseStatus,
  action: DoneAction,
  row: Acted,
  assignedTo: number | null,
  now: Date,
): CaseMove {
  const hasMoved = status !== row.status
  return {
    status,
    assignedTo,
    ...(hasMoved && { statusSince: now }),
    ...(action === 'reopen' && { workedFrom: now }),
    closingProposedAt: action === 'proposeClosing' ? now : null,
    ...(hasMoved && { closedAt: isReadOnly(status) ? now : null }),
  }
}

/** Who hears of an action, beside whoever takes it. */
export const news: Readonly<
  Partial<Record<DoneAction, { readonly kind: NoticeKind; readonly to: 'assignee' | 'former' | 'managers' }>>
> = {
  assignOne: { kind: 'assigned', to: 'assignee' },
  assignTwo: { kind: 'assigned', to: 'assignee' },
  sendToAssign: { kind: 'toAssign', to: 'managers' },
  giveBack: { kind: 'givenBack', to: 'managers' },
  assignExternal: { kind: 'external', to: 'former' },
  takeBack: { kind: 'assigned', to: 'assignee' },
  proposeClosing: { kind: 'closingProposed', to: 'managers' },
  sendBack: { kind: 'closingSentBack', to: 'assignee' },
  close: { kind: 'closed', to: 'former' },
  reopen: { kind: 'reopened', to: 'former' },
  cancel: { kind: 'cancelled', to: 'former' },
}
