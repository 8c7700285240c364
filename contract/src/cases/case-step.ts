import type { Role } from '../session/roles.ts'
import type { DueState } from './case.ts'
import { type CaseStatus, isOutOfRemit, levelOf } from './case.workflow.ts'

/** What a person does next with a case, with its word on the wire. Its texts are under `casesHome.steps` of the desk. */
export const caseStepWords = {
  take: 'prendi_in_carico',
  assign: 'assegna',
  answer: 'rispondi',
  decideClosing: 'decidi_la_chiusura',
  conclude: 'concludi',
  classify: 'classifica',
  work: 'prosegui',
  proposeClosing: 'proponi_chiusura',
  awaitDecision: 'attendi_decisione',
  awaitBody: 'attendi_ente',
  remind: 'sollecita_operatore',
  remindBody: 'sollecita_ente',
  read: 'leggi',
} as const
export type CaseStep = keyof typeof caseStepWords

/** The facts of a case that decide its next step. */
export interface StepFacts {
  readonly status: CaseStatus
  readonly assignedTo: number | null | undefined
  readonly unread: number
  readonly isClosingProposed: boolean
  readonly dueState?: DueState | undefined
  readonly relevanceId?: number | null | undefined
  readonly groundId?: number | null | undefined
  readonly outcomeId?: number | null | undefined
}

type When = (facts: StepFacts, actor: { readonly role: Role; readonly isOwn: boolean }) => boolean

const isNew: When = ({ status }) => status === 'open' || status === 'reopened'
const waits: When = (facts, actor) => isNew(facts, actor) || facts.status === 'toAssign'
const isEnded: When = ({ status }) => status === 'closed' || status === 'cancelled'
const isDismissed: When = ({ relevanceId }) => isOutOfRemit(relevanceId)

/** The next steps of RUP; the first whose condition is met counts. */
// biome-ignore format: a table
const ofManager: readonly (readonly [When, CaseStep])[] = [
  [isEnded,                                                                  'read'],
  [({ isClosingProposed }) => isClosingProposed,                             'decideClosing'],
  [isNew,                                                                    'assign'],
  [isDismissed,                                                              'conclude'],
  [waits,                                                                    'assign'],
  [({ unread }, { isOwn }) => unread > 0 && isOwn,                           'answer'],
  [({ unread }) => unread > 0,                                               'read'],
  [({ status }) => status === 'external',                                    'remindBody'],
  [({ outcomeId }, { isOwn }) => isOwn && outcomeId == null,                 'work'],
  [(_, { isOwn }) => isOwn,                                                  'conclude'],
  [({ dueState }) => dueState === 'late',                                    'remind'],
]

/** The same for operators. */
// biome-ignore format: a table
const ofOperators: readonly (readonly [When, CaseStep])[] = [
  [isEnded,                                                                  'read'],
  [(facts, actor) => isNew(facts, actor) && facts.assignedTo == null,        'take'],
  [(_, { isOwn }) => !isOwn,                                                 'read'],
  [({ unread }) => unread > 0,                                               'answer'],
  [({ isClosingProposed }) => isClosingProposed,                             'awaitDecision'],
  [({ status }) => status === 'external',                                    'awaitBody'],
  [({ status }, { role }) => status !== levelOf[role],                       'read'],
  // Level I closes such a case itself; level II proposes it to RUP.
  [(facts, actor) => isDismissed(facts, actor) && actor.role === 'operatorOne', 'conclude'],
  [isDismissed,                                                              'proposeClosing'],
  [({ relevanceId, groundId }) => relevanceId == null || groundId == null,   'classify'],
  [({ outcomeId }) => outcomeId == null,                                     'work'],
  [() => true,                                                               'proposeClosing'],
]

/** The next step of a user with a case: the most urgent thing that the workflow lets their role do, or whose turn it is. */
export function nextStepOf(facts: StepFacts, { id, role }: { readonly id: number; readonly role: Role }): CaseStep {
  const actor = { role, isOwn: facts.assignedTo === id }
  const rows = role === 'manager' ? ofManager : ofOperators
  return rows.find(([isMet]) => isMet(facts, actor))?.[1] ?? 'read'
}
