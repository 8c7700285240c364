import { enumOnWire, idOnWire } from '../kit/wire.ts'
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
export type Condition = 'unassigned' | 'assigned_to_self' | 'answered_at_once_or_not_relevant' | 'closing_proposed'

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
  sendBack:       { from: ['inWorkOne', 'inWorkTwo'],                                     by: ['manager'],                               to: 'same',      needs: ['reason'], when: 'closing_proposed' },
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

/** What an action is called on the wire. `closeAtOnce` is what 'chiudi' means to level I: see `actionOf`. */
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
export const caseActionWord = enumOnWire(caseActionWords)

/** The actions that a word may mean; where one is another's variant for some roles, the variant comes first. */
const variants: Partial<Record<CaseActionWord, CaseAction>> = { close: 'closeAtOnce' }

/** The action that a word means to a role. */
export function actionOf(word: CaseActionWord, holder: Role): CaseAction {
  const variant = variants[word]
  const rule: ActionRule | undefined = variant && caseActions[variant]
  return variant && rule?.by.includes(holder) ? variant : word
}

/** The word of an action that is done to a case. */
export const wordOf = (action: Exclude<CaseAction, 'submit'>): CaseActionWord =>
  action === 'closeAtOnce' ? 'close' : action

/** Who works on the case after an action: whoever is named, whoever acts, nobody, or as before. */
export const assigneeRules: Readonly<
  Record<Exclude<CaseAction, 'submit'>, 'named' | 'self' | 'nobody' | 'same' | 'same_or_self'>
> = {
  take: 'self',
  assignOne: 'named',
  assignTwo: 'named',
  sendToAssign: 'nobody',
  giveBack: 'nobody',
  assignExternal: 'same',
  takeBack: 'same_or_self',
  proposeClosing: 'same',
  sendBack: 'same',
  close: 'same',
  closeAtOnce: 'same',
  reopen: 'nobody',
  cancel: 'same',
}

/** Relevances that take a case out of the office's remit: 'Non pertinente' and 'Pertinente, non di competenza' (decisions §5). */
export const relevancesOutOfRemit = [2, 4] as const
export const isOutOfRemit = (relevanceId: number | null | undefined) =>
  relevancesOutOfRemit.some((id) => id === relevanceId)

/** What a condition beyond role and status asks of the case and of whoever acts. */
interface Work {
  readonly assignedTo: number | undefined
  readonly relevanceId: number | undefined
  readonly isAnsweredAtOnce: boolean
  readonly isClosingProposed: boolean
}

const conditions: Readonly<Record<Condition, (work: Work, userId: number) => boolean>> = {
  unassigned: ({ assignedTo }) => assignedTo === undefined,
  assigned_to_self: ({ assignedTo }, userId) => assignedTo === userId,
  answered_at_once_or_not_relevant: ({ assignedTo, relevanceId, isAnsweredAtOnce }, userId) =>
    assignedTo === userId && (isAnsweredAtOnce || isOutOfRemit(relevanceId)),
  closing_proposed: ({ isClosingProposed }) => isClosingProposed,
}

/** The condition of an action that a case does not meet; null where it meets it or there is none. */
export function unmetCondition(action: CaseAction, work: Work, userId: number): Condition | null {
  const { when }: ActionRule = caseActions[action]
  return when === undefined || conditions[when](work, userId) ? null : when
}

/** Statuses in which nothing of a case changes but by the actions that lead out of them (decisions §5). */
export const readOnlyStatuses = ['closed', 'cancelled'] as const satisfies readonly CaseStatus[]
export const isReadOnly = (status: CaseStatus) => readOnlyStatuses.some((closed) => closed === status)

/** Whether an action ends a case: all that is left to do with one whose persons were erased while it was open. */
export function endsCase(action: CaseAction): boolean {
  const { to }: ActionRule = caseActions[action]
  return readOnlyStatuses.some((status) => status === to)
}

const everyLevel = ['operatorOne', 'operatorTwo', 'manager'] as const satisfies readonly Role[]

/** Who may have a case assigned, by its status (decisions §5): its level, or RUP, who works on all. */
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

/** The level that a role works at. */
export const levelOf: Partial<Record<Role, 'inWorkOne' | 'inWorkTwo'>> = {
  operatorOne: 'inWorkOne',
  operatorTwo: 'inWorkTwo',
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
