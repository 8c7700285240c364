import * as z from 'zod/mini'
import type { AppErrorCode } from '../kit/app-error.ts'
import { deskKinds } from '../kit/desk-kinds.ts'
import { defineForm, type Fields, type ValuesOf } from '../kit/form.ts'
import type { MessageKey } from '../kit/messages.ts'
import { enumOnWire, onWire, sameFields } from '../kit/wire.ts'
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
  subGroundId:       { kind: 'choice',   wire: 'id_sotto_ground', list: 'sub_ground', parent: 'groundId' },
  outcomeId:         caseFields.outcomeId,
  performedActionId: { kind: 'choice',   wire: 'id_azioni_svolte', list: 'performed_action' },
  // Today by default.
  performedOn:       { kind: 'date',     wire: 'data', past: true },
  // The macro that filled the form: the history names it.
  macroId:           { kind: 'choice',   wire: 'id_modello' },
  isAnsweredAtOnce:  caseFields.isAnsweredAtOnce,
  externalBodyId:    caseFields.externalBodyId,
  externalOn:        caseFields.externalOn,
  externalProtocol:  caseFields.externalProtocol,
  legalBasis:        caseFields.legalBasis,
} as const satisfies Fields
export type CaseActionInput = ValuesOf<typeof caseActionFields>
export type CaseActionKey = keyof CaseActionInput & string

/** The input of an action on a case. The case may already hold what an action needs; `missingNeeds` lists what is in neither. */
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
    { key: 'macroId' },
    { key: 'externalBodyId' },
    { key: 'externalOn' },
    { key: 'externalProtocol' },
    { key: 'legalBasis' },
    { key: 'reason' },
  ] },
], [], deskKinds)

/** The fields of each need of an action; the first one is required. */
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

/** The fields that can meet a condition of an action, in addition to those of its needs. */
const fieldsOfCondition: Partial<Record<CaseCondition, readonly CaseActionKey[]>> = {
  answered_at_once_or_not_relevant: ['isAnsweredAtOnce', 'relevanceId'],
}

/** The fields that an action reads: those of its needs and of its conditions. */
export function fieldsOfAction(action: CaseAction): readonly CaseActionKey[] {
  const { needs, when = [] }: CaseActionRule = caseActions[action]
  return [...needs.flatMap((need) => fieldsOfNeed[need]), ...when.flatMap((name) => fieldsOfCondition[name] ?? [])]
}

/** The needs that values of the case can meet. */
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

/** Field errors for the needs of an action that neither the input nor the case meets. */
export function missingNeeds(action: CaseAction, input: CaseActionInput, values: CaseValues): MissingNeed[] {
  const { needs }: CaseActionRule = caseActions[action]
  return needs
    .filter((need) => !isNeedMet(need, input, values))
    .map((need) => {
      const [key] = fieldsOfNeed[need]
      return { key, path: caseActionFields[key].wire, message: messageOf[need] ?? 'campo_obbligatorio' }
    })
}

/** The last action on a case, for who wants to undo it. */
export interface LastAction {
  readonly byUser: number
  /** The status before it. */
  readonly from: CaseStatus
  /** Nothing of the case has changed since. */
  readonly isUnchanged: boolean
  /** Its seconds are not over. */
  readonly isInTime: boolean
}

/** The facts of a case that decide which actions a user may take. */
export interface CaseFacts {
  readonly status: CaseStatus | null
  readonly assignedTo: number | undefined
  readonly isClosingProposed: boolean
  /** The personal data was erased while the case was open. */
  readonly isErased: boolean
  /** Another user holds the lock. */
  readonly isLocked: boolean
  /** The last action, while it can be undone. */
  readonly lastAction?: LastAction | undefined
  readonly values: Pick<CaseValues, 'relevanceId' | 'isAnsweredAtOnce' | 'grounds' | 'outcomeId' | 'performedActions'>
}

interface CaseTypes extends CaseWords {
  /**
   * The personal data is present, or the action ends the case; the case is unassigned or assigned to the user, or the role
   * edits every case; no other user holds the lock.
   */
  readonly always: 'persons_known' | 'own_or_unassigned' | 'unlocked'
  readonly record: CaseFacts
  readonly input: CaseActionInput
}

type Promptness = Pick<CaseValues, 'isAnsweredAtOnce' | 'relevanceId'>

/** Whether level I may close a case with this input: it was answered at once, or is out of the office's remit. */
export const isClosedAtOnce = (values: Promptness, input: Promptness = {}): boolean =>
  (input.isAnsweredAtOnce ?? values.isAnsweredAtOnce ?? false) || isOutOfRemit(input.relevanceId ?? values.relevanceId)

/** The workflow of cases (decisions §5). The server decides by it, and its answers carry the denial reasons. */
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
    // An action that is not known any more was too long ago.
    own_action: {
      isMet: ({ record: { lastAction }, actor }) => lastAction === undefined || lastAction.byUser === actor.id,
      reason: 'action_of_colleague',
    },
    unchanged_since: { isMet: ({ record }) => record.lastAction?.isUnchanged ?? true, reason: 'changed_since' },
    in_time: { isMet: ({ record }) => record.lastAction?.isInTime ?? false, reason: 'too_late' },
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
    former: ({ lastAction, status }) => lastAction?.from ?? status,
    own_level: ({ status }, { role }) => levelOf[role] ?? status,
  },
})

/** Wire words of the reasons why an action on a case is denied. */
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

/** Why a case may not be edited; `concluded`: it is closed, cancelled or pseudonymised. */
export const editDenialWords = {
  concluded: 'caso_concluso',
  not_assigned_to_self: caseDenialWords.not_assigned_to_self,
  locked: caseDenialWords.locked,
} as const
export type EditDenialReason = keyof typeof editDenialWords

/** Why the last action cannot be undone. */
export type UndoDenialReason = 'action_of_colleague' | 'changed_since' | 'too_late'

/** The error code of a call that is denied for each reason. */
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
  action_of_colleague: 'undo_of_other',
  changed_since: 'undo_changed',
  too_late: 'undo_late',
} as const satisfies Record<CaseDenialReason | EditDenialReason | UndoDenialReason, AppErrorCode>

const actionDenial = z.nullable(enumOnWire(caseDenialWords))

/** For each action, and for editing: null where the user may take it, else the denial reason. */
export const caseActionDenials = onWire('azioni_caso', {
  ...sameFields(actionDenial, caseActionWords),
  edit: [z.nullable(enumOnWire(editDenialWords)), 'modifica'],
})
export type CaseActionDenials = z.output<typeof caseActionDenials>

/** The denial reason of each action on a case for a user; null where they may take it. */
export const actionDenialsOf = (record: CaseFacts, actor: WorkflowActor<Role>) =>
  Object.fromEntries(
    (Object.keys(caseActionWords) as CaseActionWord[]).map((word) => [
      word,
      caseWorkflow.denialOf(actionOf(word, actor.role), record, actor),
    ]),
  ) as Record<CaseActionWord, Exclude<ReturnType<typeof caseWorkflow.denialOf>, 'missing_input' | UndoDenialReason>>
