import {
  actionOf,
  type CaseActionInput,
  type CaseActionRule,
  type CaseActionWord,
  type CaseFacts,
  type CaseStatus,
  type CaseTransition,
  type CaseValues,
  type CaseWords,
  caseActions,
  caseActionWords,
  caseWorkflow,
  cellDenialOf,
  fieldsOfAction,
  isReadOnly,
  type LastAction,
  type NoticeKind,
  type Role,
  type WorkflowActor,
} from '@portal/contract'
import type { CaseMove } from '../record/case-commands.store.ts'

/** The columns of a case that decide on an action. */
interface WorkflowCase {
  readonly status: CaseStatus
  readonly assignedTo: number | null
  readonly pseudonymisedAt: Date | null
  readonly closingProposedAt: Date | null
}

/** A case as the workflow reads it. */
export const caseFactsOf = (
  row: WorkflowCase,
  values: CaseValues,
  isLocked: boolean,
  lastAction?: LastAction,
): CaseFacts => ({
  lastAction,
  status: row.status,
  assignedTo: row.assignedTo ?? undefined,
  isClosingProposed: row.closingProposedAt !== null,
  isErased: row.pseudonymisedAt !== null,
  isLocked,
  values,
})

/** A signed-in user as the actor of a workflow. */
export const actorOf = ({ id, selectedRole }: { readonly id: number; readonly selectedRole: Role }) => ({
  role: selectedRole,
  id,
})

/** The action that leads to a status, for an actor who may take it from where the case is. */
export function actionTo(
  status: CaseStatus,
  record: CaseFacts,
  actor: WorkflowActor<Role>,
): CaseTransition | undefined {
  const words = Object.keys(caseActionWords) as CaseActionWord[]
  return words
    .map((word) => actionOf(word, actor.role))
    .filter((action) => cellDenialOf(caseActions[action], record.status, actor.role) === null)
    .find((action) => caseActions[action].to !== 'same' && caseWorkflow.statusAfter(action, record, actor) === status)
}

/** The fields of an input that the action reads; all others are dropped, so that an action cannot edit other fields. */
export function acceptedInput(action: CaseTransition, input: CaseActionInput): CaseActionInput {
  const keys: readonly string[] = fieldsOfAction(action)
  return Object.fromEntries(Object.entries(input).filter(([key]) => keys.includes(key)))
}

/** The values of a case with the input of an action merged in. */
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
  const inputEntries = single.filter((key) => input[key] !== undefined).map((key) => [key, input[key]])
  return {
    ...values,
    ...Object.fromEntries(inputEntries),
    ...(main.length > 0 && { grounds: [...main, ...others.map((one) => ({ ...one, priority: 1 }))] }),
    ...(performed.length > 0 && { performedActions: [...performedActions, ...performed] }),
  }
}

/** The fields that an action clears; the history keeps their values. */
export const clearedFields: Partial<Record<CaseTransition, readonly (keyof CaseValues)[]>> = { reopen: ['outcomeId'] }

/** The rule of an action for the next assignee. */
export const assigneeRuleOf = (action: CaseTransition) => (caseActions[action] as CaseActionRule).assignee

/** The assignee of a case after an action; null for nobody. */
export function assigneeAfter(action: CaseTransition, row: WorkflowCase, input: CaseActionInput, userId: number) {
  const rule = assigneeRuleOf(action)
  if (rule === 'named') return input.operatorId ?? null
  if (rule === 'self') return userId
  if (rule === 'nobody') return null
  return row.assignedTo ?? (rule === 'same_or_self' ? userId : null)
}

export function moveOf(
  status: CaseStatus,
  action: CaseTransition,
  row: WorkflowCase,
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

interface Handover {
  readonly former: number | null
  readonly assignee: number | null
  /** The ids of all active managers (RUP). */
  readonly managers: readonly number[]
}

/** The people that each word of the table names. */
const recipients: Readonly<Record<CaseWords['recipient'], (handover: Handover) => readonly (number | null)[]>> = {
  assignee: ({ assignee }) => [assignee],
  former_assignee: ({ former }) => [former],
  replaced: ({ former, assignee }) => (former === assignee ? [] : [former]),
  managers: ({ managers }) => managers,
}

const noticesIn = (action: CaseTransition) => (caseActions[action] as CaseActionRule).notify ?? []

export const notifiesManagers = (action: CaseTransition) => noticesIn(action).some(({ to }) => to === 'managers')

/** The notices of an action, each with its recipients; the user who acts gets none. */
export const noticesOf = (action: CaseTransition, handover: Handover, userId: number) =>
  noticesIn(action).map(({ kind, to }) => ({
    kind,
    userIds: [...new Set(recipients[to](handover))].filter((id): id is number => id !== null && id !== userId),
  }))

/** A notice about one case and its recipients. */
export interface NewsOfCase {
  readonly caseId: number
  readonly code: string
  readonly kind: NoticeKind
  readonly userIds: readonly number[]
}

/** A notice about one case, or about several that changed hands together. */
export type CaseNews = NewsOfCase | (Pick<NewsOfCase, 'kind' | 'userIds'> & { readonly cases: number })

const kindOfMany: Partial<Record<NoticeKind, NoticeKind>> = { assigned: 'handedOver', taken: 'passedOn' }

/** Merges the notices of cases that changed hands together: each person gets one of a kind, with the number of cases. */
export function mergeNews(news: readonly NewsOfCase[]): CaseNews[] {
  const groups = new Map<string, NewsOfCase[]>()
  for (const { userIds, ...one } of news)
    for (const userId of userIds) {
      const key = `${one.kind} ${userId}`
      groups.set(key, [...(groups.get(key) ?? []), { ...one, userIds: [userId] }])
    }
  return [...groups.values()].flatMap((group): CaseNews[] => {
    const [{ kind, userIds }] = group as [NewsOfCase]
    const many = kindOfMany[kind]
    return many && group.length > 1 ? [{ kind: many, userIds, cases: group.length }] : group
  })
}
