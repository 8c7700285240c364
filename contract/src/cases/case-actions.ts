import * as z from 'zod/mini'
import { deskKinds } from '../kit/desk-kinds.ts'
import { defineForm, type Fields, type ValuesOf } from '../kit/form.ts'
import type { MessageKey } from '../kit/messages.ts'
import type { ProblemCode } from '../kit/problem.ts'
import { enumOnWire, onWire } from '../kit/wire.ts'
import { defineWorkflow, type WorkflowActor } from '../kit/workflow.ts'
import { accessTo, type Role } from '../session/roles.ts'
import { type CaseValues, caseFields } from './case.form.ts'
import {
  actionOf,
  type CaseAction,
  type CaseActionRule,
  type CaseActionWord,
  type CaseCondition,
  type CaseNeed,
  type CaseStatus,
  type CaseWords,
  caseActions,
  caseActionWords,
  endsCase,
  isOutOfRemit,
  levelOf,
} from './case.workflow.ts'

// biome-ignore format: a table
export const caseActionFields = {
  caseId:            { kind: 'choice',   wire: 'id_segnalazione' },
  version:           { kind: 'count',    wire: 'versione', max: 2_147_483_647 },
  word:              { kind: 'text',     wire: 'azione', max: 40 },
  statusId:          { kind: 'choice',   wire: 'id_stato', among: [1, 2, 3, 4, 5, 6, 7, 8] },
  operatorId:        { kind: 'choice',   wire: 'id_operatore' },
  reason:            { kind: 'longText', wire: 'motivo', max: 2000 },
  relevanceId:       caseFields.relevanceId,
  groundId:          { kind: 'choice',   wire: 'id_ground', list: 'ground' },
  subGroundId:       { kind: 'choice',   wire: 'id_sotto_ground', list: 'sotto-ground', parent: 'groundId' },
  outcomeId:         caseFields.outcomeId,
  performedActionId: { kind: 'choice',   wire: 'id_azioni_svolte', list: 'azione' },
  // Absent: today.
  performedOn:       { kind: 'date',     wire: 'data', past: true },
  isAnsweredAtOnce:  caseFields.isAnsweredAtOnce,
  externalBodyId:    caseFields.externalBodyId,
  externalOn:        caseFields.externalOn,
  externalProtocol:  caseFields.externalProtocol,
  legalBasis:        caseFields.legalBasis,
} as const satisfies Fields
export type CaseActionInput = ValuesOf<typeof caseActionFields>
export type CaseActionKey = keyof CaseActionInput & string

/** What is given with an action on a case; what an action needs beyond this stands in the case or is missing (`missingNeeds`). */
// biome-ignore format: a table
export const caseActionForm = defineForm(caseActionFields)([
  { id: 'case',   fields: [{ key: 'caseId', required: true }, { key: 'version', required: true }, { key: 'word' }, { key: 'statusId' }] },
  { id: 'action', fields: [
    { key: 'operatorId' },
    { key: 'relevanceId' },
    { key: 'groundId' },
    { key: 'subGroundId' },
    { key: 'outcomeId' },
    { key: 'isAnsweredAtOnce' },
    { key: 'performedActionId' },
    { key: 'performedOn', showWhen: ({ performedActionId }) => performedActionId !== undefined },
    { key: 'externalBodyId' },
    { key: 'externalOn' },
    { key: 'externalProtocol' },
    { key: 'legalBasis' },
    { key: 'reason' },
  ] },
], [], deskKinds)

/** The fields in which each need of an action is given, the first of them the one that must be filled. */
export const fieldsOfNeed = {
  operator: ['operatorId'],
  relevance: ['relevanceId'],
  ground: ['groundId', 'subGroundId'],
  reason: ['reason'],
  external_body: ['externalBodyId'],
  date: ['externalOn'],
  protocol_number: ['externalProtocol'],
  legal_basis: ['legalBasis'],
  outcome: ['outcomeId'],
  performed_action: ['performedActionId', 'performedOn'],
} as const satisfies Record<CaseNeed, readonly CaseActionKey[]>

/** The fields that can meet a condition of an action, beside those of its needs. */
const fieldsOfCondition: Partial<Record<CaseCondition, readonly CaseActionKey[]>> = {
  answered_at_once_or_not_relevant: ['isAnsweredAtOnce', 'relevanceId'],
}

/** The fields that an action reads: those of its needs and of its conditions. */
export function fieldsOfAction(action: CaseAction): readonly CaseActionKey[] {
  const { needs, when = [] }: CaseActionRule = caseActions[action]
  return [...needs.flatMap((need) => fieldsOfNeed[need]), ...when.flatMap((name) => fieldsOfCondition[name] ?? [])]
}

/** The needs that the case itself may meet. */
const needsOfCase: Partial<Record<CaseNeed, (values: CaseValues) => boolean>> = {
  relevance: ({ relevanceId }) => relevanceId !== undefined,
  ground: ({ grounds = [] }) => grounds.length > 0,
  outcome: ({ outcomeId }) => outcomeId !== undefined,
  performed_action: ({ performedActions = [] }) => performedActions.length > 0,
}

const isNeedMet = (need: CaseNeed, input: CaseActionInput, values: CaseValues): boolean =>
  input[fieldsOfNeed[need][0]] !== undefined || (needsOfCase[need]?.(values) ?? false)

const messageOf: Partial<Record<CaseNeed, MessageKey>> = {
  ground: 'ground_obbligatorio',
  performed_action: 'azione_obbligatoria',
}

export interface MissingNeed {
  readonly key: CaseActionKey
  readonly path: string
  readonly message: MessageKey
}

/** What an action needs and neither the input nor the case has, by the field that asks for it. */
export function missingNeeds(action: CaseAction, input: CaseActionInput, values: CaseValues): MissingNeed[] {
  const { needs }: CaseActionRule = caseActions[action]
  return needs
    .filter((need) => !isNeedMet(need, input, values))
    .map((need) => {
      const [key] = fieldsOfNeed[need]
      return { key, path: caseActionFields[key].wire, message: messageOf[need] ?? 'campo_obbligatorio' }
    })
}

/** What of a case decides who may do what to it. */
export interface CaseFacts {
  readonly status: CaseStatus | null
  readonly assignedTo: number | undefined
  readonly isClosingProposed: boolean
  /** The data of its persons were erased while it was open. */
  readonly isErased: boolean
  /** Somebody other than the user edits it. */
  readonly isLocked: boolean
  readonly values: Pick<CaseValues, 'relevanceId' | 'isAnsweredAtOnce' | 'grounds' | 'outcomeId' | 'performedActions'>
}

interface CaseTypes extends CaseWords {
  /**
   * The data of the persons are there, or the action ends the case; nobody else works on it, or the role edits every
   * case; nobody else edits it.
   */
  readonly always: 'persons_known' | 'own_or_unassigned' | 'unlocked'
  readonly record: CaseFacts
  readonly input: CaseActionInput
}

type Promptness = Pick<CaseValues, 'isAnsweredAtOnce' | 'relevanceId'>

/** Whether level I may close a case, with what is sent: it was answered at once, or is out of the office's remit. */
export const isClosedAtOnce = (values: Promptness, input: Promptness = {}): boolean =>
  (input.isAnsweredAtOnce ?? values.isAnsweredAtOnce ?? false) || isOutOfRemit(input.relevanceId ?? values.relevanceId)

/** The workflow of cases (decisions §5): the server decides by it, and its answers carry what it says. */
export const caseWorkflow = /* @__PURE__ */ defineWorkflow<CaseTypes>()({
  actions: caseActions,
  conditions: {
    unassigned: { isMet: ({ record }) => record.assignedTo === undefined, reason: 'already_assigned' },
    assigned_to_self: {
      isMet: ({ record, actor }) => record.assignedTo === actor.id,
      reason: 'not_assigned_to_self',
    },
    answered_at_once_or_not_relevant: {
      isMet: ({ record, actor, input }) =>
        record.assignedTo === actor.id && (input === undefined || isClosedAtOnce(record.values, input)),
      reason: 'not_immediate',
    },
    closing_proposed: { isMet: ({ record }) => record.isClosingProposed, reason: 'closing_unproposed' },
    persons_known: { isMet: ({ record, action }) => !record.isErased || endsCase(action), reason: 'persons_erased' },
    own_or_unassigned: {
      isMet: ({ record: { assignedTo }, actor }) =>
        assignedTo === undefined || assignedTo === actor.id || accessTo('editCase', actor.role) === 'all',
      reason: 'assigned_to_colleague',
    },
    unlocked: { isMet: ({ record }) => !record.isLocked, reason: 'locked' },
  },
  always: { before: ['persons_known'], after: ['own_or_unassigned', 'unlocked'] },
  isNeedMet: (need, input, { values }) => isNeedMet(need, input, values),
  targets: {
    same: ({ status }) => status,
    own_level: ({ status }, { role }) => levelOf[role] ?? status,
  },
})

/** Why an action on a case is denied, as answers say it. */
export const caseDenialWords = {
  wrong_role: 'ruolo_non_ammesso',
  wrong_status: 'stato_non_ammesso',
  persons_erased: 'dati_cancellati',
  already_assigned: 'caso_gia_assegnato',
  not_assigned_to_self: 'caso_non_assegnato_a_te',
  not_immediate: 'chiusura_non_immediata',
  closing_unproposed: 'chiusura_non_proposta',
  assigned_to_colleague: 'caso_di_altri',
  locked: 'bloccato',
} as const
export type CaseDenialReason = keyof typeof caseDenialWords

/** Why a case may not be edited; `concluded`: it is closed, cancelled or without its persons. */
export const editDenialWords = {
  concluded: 'caso_concluso',
  not_assigned_to_self: caseDenialWords.not_assigned_to_self,
  locked: caseDenialWords.locked,
} as const
export type EditDenialReason = keyof typeof editDenialWords

/** The error of a call that tries it all the same. */
export const caseDenialErrors = {
  wrong_role: 'not_allowed',
  wrong_status: 'wrong_status',
  persons_erased: 'case_read_only',
  already_assigned: 'already_assigned',
  not_assigned_to_self: 'case_of_other',
  not_immediate: 'not_immediate',
  closing_unproposed: 'closing_unproposed',
  assigned_to_colleague: 'case_of_other',
  locked: 'locked',
  concluded: 'case_read_only',
} as const satisfies Record<CaseDenialReason | EditDenialReason, ProblemCode>

const actionDenial = z.nullable(enumOnWire(caseDenialWords))

/** Whether the user may take each action on a case, and edit it: null, or why not. */
export const caseActionDenials = onWire(
  'azioni_caso',
  {
    ...(Object.fromEntries(Object.keys(caseActionWords).map((word) => [word, actionDenial])) as Record<
      CaseActionWord,
      typeof actionDenial
    >),
    edit: z.nullable(enumOnWire(editDenialWords)),
  },
  { ...caseActionWords, edit: 'modifica' },
)
export type CaseActionDenials = z.output<typeof caseActionDenials>

/** Why each action on a case cannot be offered to a user; null where it can. */
export const actionDenialsOf = (record: CaseFacts, actor: WorkflowActor<Role>) =>
  Object.fromEntries(
    (Object.keys(caseActionWords) as CaseActionWord[]).map((word) => [
      word,
      caseWorkflow.denialOf(actionOf(word, actor.role), record, actor),
    ]),
  ) as Record<CaseActionWord, Exclude<ReturnType<typeof caseWorkflow.denialOf>, 'missing_input'>>
