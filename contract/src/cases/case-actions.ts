import { deskKinds } from '../kit/desk-kinds.ts'
import { defineForm, type Fields, type ValuesOf } from '../kit/form.ts'
import type { MessageKey } from '../kit/messages.ts'
import { type CaseValues, caseFields } from './case.form.ts'
import { type ActionRule, type CaseAction, type Condition, caseActions, type Need } from './case.workflow.ts'

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
  // Today unless told.
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
} as const satisfies Record<Need, readonly CaseActionKey[]>

/** What settles the condition of an action, beside what it needs. */
const fieldsOfCondition: Partial<Record<Condition, readonly CaseActionKey[]>> = {
  answered_at_once_or_not_relevant: ['isAnsweredAtOnce', 'relevanceId'],
}

/** What an action takes of what is given with it: what it needs, and what its condition asks. */
export function fieldsOfAction(action: CaseAction): readonly CaseActionKey[] {
  const { needs, when }: ActionRule = caseActions[action]
  return [...needs.flatMap((need) => fieldsOfNeed[need]), ...((when && fieldsOfCondition[when]) ?? [])]
}

/** What of a need the case itself may hold already. */
const heldBy: Partial<Record<Need, (values: CaseValues) => boolean>> = {
  relevance: ({ relevanceId }) => relevanceId !== undefined,
  ground: ({ grounds = [] }) => grounds.length > 0,
  outcome: ({ outcomeId }) => outcomeId !== undefined,
  performed_action: ({ performedActions = [] }) => performedActions.length > 0,
}

const messageOf: Partial<Record<Need, MessageKey>> = {
  ground: 'ground_obbligatorio',
  performed_action: 'azione_obbligatoria',
}

export interface MissingNeed {
  readonly key: CaseActionKey
  readonly path: string
  readonly message: MessageKey
}

/** What an action still needs: given neither with it nor in the case. */
export function missingNeeds(action: CaseAction, input: CaseActionInput, values: CaseValues): MissingNeed[] {
  const { needs }: ActionRule = caseActions[action]
  return needs.flatMap((need): MissingNeed[] => {
    const [key] = fieldsOfNeed[need]
    if (input[key] !== undefined || heldBy[need]?.(values)) return []
    return [{ key, path: caseActionFields[key].wire, message: messageOf[need] ?? 'campo_obbligatorio' }]
  })
}
