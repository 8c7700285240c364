import { idOnWire } from '../kit/wire.ts'
import { type ActionRule, isActionFor } from '../kit/workflow.ts'
import type { NoticeKind } from '../notices/notices.endpoints.ts'
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

/** A condition on the case, the user and what they send, beyond role and status. */
export type CaseCondition =
  | 'unassigned'
  | 'assigned_to_self'
  | 'answered_at_once_or_not_relevant'
  | 'closing_proposed'
  | 'own_action'
  | 'unchanged_since'
  | 'in_time'

/** What the user must send with an action. */
export type CaseNeed =
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

/** The words of the table of cases. */
export interface CaseWords {
  readonly status: CaseStatus
  readonly role: Role
  /** `same`: the status stays. `own_level`: level I or II, as the user works at. `former`: as before the last action. */
  readonly target: 'same' | 'own_level' | 'former'
  readonly condition: CaseCondition
  readonly need: CaseNeed
  /** `same_or_self`: unchanged; the user, where the case is unassigned or the former operator can no longer work on it. */
  readonly assignee: 'named' | 'self' | 'nobody' | 'same_or_self' | 'former'
  readonly notice: NoticeKind
  /** `replaced`: the former assignee, where the assignee changes. */
  readonly recipient: 'assignee' | 'former_assignee' | 'replaced' | 'managers'
  /** Actions send no letters to people outside the office. */
  readonly mail: never
}
export type CaseActionRule = ActionRule<CaseWords>

/**
 * The actions on a case: their statuses, roles, next status, next assignee and notices (decisions §5). The public may submit. `undo`
 * takes back the last action, where that can be undone. Not a cancellation, which is final, nor an assignment to another body, which
 * has its letter.
 */
// biome-ignore format: a table
export const caseActions = {
  submit:         { from: [],                                                         by: ['operatorOne', 'operatorTwo', 'manager'], to: 'open',      needs: [] },
  take:           { from: ['open', 'reopened'],                                       by: ['operatorOne', 'operatorTwo'],            to: 'own_level', needs: [], when: ['unassigned'],
                    assignee: 'self', canBeUndone: true },
  assignOne:      { from: ['open', 'toAssign', 'inWorkOne', 'reopened'],              by: ['manager'],                               to: 'inWorkOne', needs: ['operator'],
                    assignee: 'named', notify: [{ kind: 'assigned', to: 'assignee' }, { kind: 'taken', to: 'replaced' }], canBeUndone: true },
  assignTwo:      { from: ['open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'reopened'], by: ['manager'],                               to: 'inWorkTwo', needs: ['operator'],
                    assignee: 'named', notify: [{ kind: 'assigned', to: 'assignee' }, { kind: 'taken', to: 'replaced' }], canBeUndone: true },
  sendToAssign:   { from: ['open', 'inWorkOne', 'reopened'],                          by: ['operatorOne', 'manager'],                to: 'toAssign',  needs: ['relevance', 'ground'],
                    assignee: 'nobody', notify: [{ kind: 'toAssign', to: 'managers' }], canBeUndone: true },
  giveBack:       { from: ['inWorkTwo'],                                              by: ['operatorTwo', 'manager'],                to: 'toAssign',  needs: ['reason'],
                    assignee: 'nobody', notify: [{ kind: 'givenBack', to: 'managers' }], canBeUndone: true },
  assignExternal: { from: ['toAssign', 'inWorkTwo'],                                  by: ['manager'],                               to: 'external',  needs: ['external_body', 'date', 'protocol_number', 'legal_basis'],
                    notify: [{ kind: 'external', to: 'former_assignee' }] },
  takeBack:       { from: ['external'],                                               by: ['manager'],                               to: 'inWorkTwo', needs: ['reason'],
                    assignee: 'same_or_self', notify: [{ kind: 'assigned', to: 'assignee' }], canBeUndone: true },
  proposeClosing: { from: ['inWorkOne', 'inWorkTwo'],                                 by: ['operatorOne', 'operatorTwo', 'manager'], to: 'same',      needs: ['outcome'], when: ['assigned_to_self'],
                    notify: [{ kind: 'closingProposed', to: 'managers' }], canBeUndone: true },
  // A proposal concerns two people and has two answers; without this one the operator would learn it by telephone, if at all.
  sendBack:       { from: ['inWorkOne', 'inWorkTwo'],                                 by: ['manager'],                               to: 'same',      needs: ['reason'], when: ['closing_proposed'],
                    notify: [{ kind: 'closingSentBack', to: 'assignee' }], canBeUndone: true },
  close:          { from: ['toAssign', 'inWorkOne', 'inWorkTwo', 'external'],         by: ['manager'],                               to: 'closed',    needs: ['outcome', 'performed_action'],
                    notify: [{ kind: 'closed', to: 'former_assignee' }], canBeUndone: true },
  closeAtOnce:    { from: ['inWorkOne'],                                              by: ['operatorOne'],                           to: 'closed',    needs: ['outcome', 'performed_action'], when: ['answered_at_once_or_not_relevant'],
                    canBeUndone: true },
  reopen:         { from: ['closed'],                                                 by: ['manager'],                               to: 'reopened',  needs: ['reason'],
                    assignee: 'nobody', notify: [{ kind: 'reopened', to: 'former_assignee' }], canBeUndone: true },
  cancel:         { from: ['open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'reopened'], by: ['manager'],                   to: 'cancelled', needs: ['reason'],
                    notify: [{ kind: 'cancelled', to: 'former_assignee' }] },
  undo:           { from: ['toAssign', 'inWorkOne', 'inWorkTwo', 'closed', 'reopened'], by: ['operatorOne', 'operatorTwo', 'manager'], to: 'former', needs: [], when: ['unchanged_since', 'own_action', 'in_time'],
                    assignee: 'former' },
} as const satisfies Record<string, CaseActionRule>
export type CaseAction = keyof typeof caseActions
/** The actions on a case that exists, but for taking back one of them. */
export type CaseTransition = Exclude<CaseAction, 'submit' | 'undo'>

/** The wire word of each action. 'chiudi' means `closeAtOnce` for level I: see `actionOf`. */
export const caseActionWords = {
  take: 'prendi_in_carico',
  assignOne: 'assegna_op1',
  assignTwo: 'assegna_op2',
  sendToAssign: 'invia_in_attribuzione',
  giveBack: 'restituisci',
  assignExternal: 'assegna_esterno',
  takeBack: 'riapri_da_esterno',
  proposeClosing: 'proponi_chiusura',
  sendBack: 'rimanda',
  close: 'chiudi',
  reopen: 'riapri',
  cancel: 'annulla',
} as const satisfies Partial<Record<CaseAction, string>>
export type CaseActionWord = keyof typeof caseActionWords

/** The actions of each word; a variant for some roles comes before the action that it replaces. */
const variants: Partial<Record<CaseActionWord, CaseTransition>> = { close: 'closeAtOnce' }

/** The action of a word for a role. */
export function actionOf(word: CaseActionWord, holder: Role): CaseTransition {
  const variant = variants[word]
  return variant && isActionFor(caseActions[variant], holder) ? variant : word
}

/** The word of an action on a case. */
export const wordOf = (action: CaseTransition): CaseActionWord => (action === 'closeAtOnce' ? 'close' : action)

/** Whether the user of an action may undo it for `limits.undoSeconds`. */
export const canBeUndone = (action: CaseTransition): boolean =>
  (caseActions[action] as CaseActionRule).canBeUndone ?? false

/** Relevances that take a case out of the office's remit: 'Non pertinente' and 'Pertinente, non di competenza' (decisions §5). */
export const relevancesOutOfRemit = [2, 4] as const
export const isOutOfRemit = (relevanceId: number | null | undefined) =>
  relevancesOutOfRemit.some((id) => id === relevanceId)

/** Statuses in which a case can only change by an action that leaves the status (decisions §5). */
export const readOnlyStatuses = ['closed', 'cancelled'] as const satisfies readonly CaseStatus[]
export const isReadOnly = (status: CaseStatus) => readOnlyStatuses.some((closed) => closed === status)

/** Whether an action ends a case: the only actions on an open case whose personal data was erased. */
export const endsCase = (action: CaseAction): boolean =>
  readOnlyStatuses.some((status) => status === caseActions[action].to)

const everyLevel = ['operatorOne', 'operatorTwo', 'manager'] as const satisfies readonly Role[]

/** The roles that a case may be assigned to, by status (decisions §5): those of its level, or RUP. */
export const workersOf: Readonly<Record<CaseStatus, readonly Role[]>> = {
  open: everyLevel,
  toAssign: everyLevel,
  inWorkOne: ['operatorOne', 'manager'],
  inWorkTwo: ['operatorTwo', 'manager'],
  external: everyLevel,
  reopened: everyLevel,
  closed: [],
  cancelled: [],
}

/** The level of a role. */
export const levelOf: Partial<Record<Role, 'inWorkOne' | 'inWorkTwo'>> = {
  operatorOne: 'inWorkOne',
  operatorTwo: 'inWorkTwo',
}

/** Statuses of level I: `level_one_and_own` shows these and the cases that the user entered (decisions §2). */
export const levelOneStatuses = ['open', 'inWorkOne', 'reopened'] as const satisfies readonly CaseStatus[]

/** Statuses of pending cases: those that the badge `totali` counts. */
export const pendingStatuses = [
  'open',
  'toAssign',
  'inWorkOne',
  'inWorkTwo',
  'external',
  'reopened',
] as const satisfies readonly CaseStatus[]
