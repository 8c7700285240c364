import * as z from 'zod/mini'
import type { AppErrorCode } from '../kit/app-error.ts'
import { deskKinds } from '../kit/desk-kinds.ts'
import { defineForm, type Fields, type ValuesOf } from '../kit/form.ts'
import type { MessageKey } from '../kit/messages.ts'
import { enumOnWire, onWire, sameFields } from '../kit/wire.ts'
import {
  type AssociationAction,
  type AssociationActionInput,
  type AssociationActionRule,
  type AssociationFacts,
  type AssociationWords,
  associationActions,
  associationWorkflow,
  startsFrom,
} from './association.workflow.ts'
import type { AssociationStatus } from './association-status.ts'
import { decreeDateError } from './association-terms.ts'

/** Wire words of the actions that the office takes on an association. */
export const associationActionWords = {
  askDocuments: 'richiedi_documenti',
  correctDocuments: 'correggi_documenti',
  returnLate: 'riporta_all_origine',
  extendTerm: 'proroga_termine',
  approve: 'approva',
  sign: 'firma',
  sendBack: 'rimanda',
  approveRenewal: 'approva_rinnovo',
  signRenewal: 'firma_rinnovo',
  sendRenewalBack: 'rimanda_rinnovo',
  proposeRejection: 'proponi_rigetto',
  reject: 'respingi',
  remove: 'cancella',
  correctDecree: 'correggi_decreto',
  acceptProposal: 'accetta_proposta',
  refuseProposal: 'respingi_proposta',
} as const satisfies Partial<Record<AssociationAction, string>>
export type AssociationActionWord = keyof typeof associationActionWords
export const associationActionNames = Object.keys(associationActionWords) as AssociationActionWord[]

// biome-ignore format: a table
export const associationActionFields = {
  associationId:    { kind: 'choice',   wire: 'id_persona_giuridica' },
  version:          { kind: 'count',    wire: 'versione', max: 2_147_483_647 },
  word:             { kind: 'text',     wire: 'azione', max: 40 },
  // What is missing: the text of the mail to the association.
  missingItems:     { kind: 'longText', wire: 'noteMail', max: 4000 },
  checkedDocuments: { kind: 'choices',  wire: 'documenti_verificati', idWire: 'id_tipo_allegato', max: 7 },
  decreeNumber:     { kind: 'text',     wire: 'numero_decreto', max: 60 },
  decreeDate:       { kind: 'date',     wire: 'data_decreto', past: true },
  reason:           { kind: 'longText', wire: 'motivo', max: 4000 },
} as const satisfies Fields
export type AssociationActionValues = ValuesOf<typeof associationActionFields>
export type AssociationActionKey = keyof AssociationActionValues & string

/** The input of an action of the office on an association. */
// biome-ignore format: a table
export const associationActionForm = defineForm(associationActionFields)([
  { id: 'association', fields: [{ key: 'associationId', required: true }, { key: 'version', required: true }, { key: 'word', required: true }] },
  { id: 'action', fields: [
    { key: 'missingItems' },
    { key: 'checkedDocuments' },
    { key: 'decreeNumber' },
    { key: 'decreeDate' },
    { key: 'reason' },
  ] },
], [], deskKinds)

type Need = AssociationWords['need']

/** The field of each need that the office meets by an input. */
export const fieldOfAssociationNeed = {
  missing_items: 'missingItems',
  checklist: 'checkedDocuments',
  decree_number: 'decreeNumber',
  decree_date: 'decreeDate',
  corrected_date: 'decreeDate',
  reason: 'reason',
  reason_or_request: 'reason',
} as const satisfies Partial<Record<Need, AssociationActionKey>>
type OfficeNeed = keyof typeof fieldOfAssociationNeed

const isOfficeNeed = (need: Need): need is OfficeNeed => Object.hasOwn(fieldOfAssociationNeed, need)

/** The fields that an action of the office reads. */
export const fieldsOfAssociationAction = (action: AssociationActionWord): readonly AssociationActionKey[] =>
  (associationActions[action] as AssociationActionRule).needs
    .filter(isOfficeNeed)
    .map((need) => fieldOfAssociationNeed[need])

/** The types of documents on the checklist of an approval: those that the applicant had to send (decisions §6). */
export const checklistOf = (action: AssociationAction): readonly number[] =>
  action === 'approveRenewal' ? [3, 4, 5, 6, 7] : [1, 2, 3, 4, 5, 6, 7]

/** The actions that end the check of a request. */
export const approvals = ['approve', 'approveRenewal'] as const

/** The approval that a request in a status waits for; undefined in other statuses. */
export const approvalOf = (status: AssociationStatus) => approvals.find((action) => startsFrom(action, status))

/** The types of documents that the approval of a request needs and nobody has checked yet; undefined where no approval is due. */
export function uncheckedTypesOf(status: AssociationStatus, checked: readonly number[]): number[] | undefined {
  const approval = approvalOf(status)
  return approval && checklistOf(approval).filter((type) => !checked.includes(type))
}

/** What an action sends, as the workflow reads it. */
export function actionInputOf(
  action: AssociationActionWord,
  { missingItems, checkedDocuments = [], decreeNumber, decreeDate, reason }: AssociationActionValues,
): AssociationActionInput {
  const isChecklistComplete = checklistOf(action).every((type) => checkedDocuments.includes(type))
  const input = { missingItems, isChecklistComplete, decreeNumber, decreeDate, reason }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** Why an input does not meet a need. */
function messageOf(need: OfficeNeed, input: AssociationActionInput, record: AssociationFacts): MessageKey {
  const { decreeFrom, correctedFrom, today } = record
  const messages: Partial<Record<OfficeNeed, MessageKey | undefined>> = {
    checklist: 'verifica_incompleta',
    decree_date: decreeDateError(input.decreeDate, decreeFrom, today),
    corrected_date: decreeDateError(input.decreeDate, correctedFrom, today),
  }
  return messages[need] ?? 'campo_obbligatorio'
}

/** Field errors for the needs of an action that its input does not meet. */
export const missingOfAssociationAction = (
  action: AssociationActionWord,
  values: AssociationActionValues,
  record: AssociationFacts,
): { readonly key: AssociationActionKey; readonly path: string; readonly message: MessageKey }[] => {
  const input = actionInputOf(action, values)
  return (associationActions[action] as AssociationActionRule).needs
    .filter(isOfficeNeed)
    .filter((need) => !associationWorkflow.isNeedMet(need, input, record))
    .map((need) => {
      const key = fieldOfAssociationNeed[need]
      return { key, path: associationActionFields[key].wire, message: messageOf(need, input, record) }
    })
}

/** Wire words of the reasons why an action on an association is denied. */
export const associationDenialWords = {
  wrong_role: 'ruolo_non_ammesso',
  wrong_status: 'stato_non_ammesso',
  number_in_use: 'numero_in_uso',
  too_young: 'costituita_da_meno_di_un_anno',
  term_open: 'termine_non_scaduto',
  term_over: 'termine_scaduto',
  already_extended: 'termine_gia_prorogato',
  warning_open: 'preavviso_in_corso',
  renewal_shut: 'rinnovo_non_aperto',
  not_expired: 'iscrizione_non_scaduta',
  no_reminder_due: 'nessun_promemoria',
  not_decreed: 'nessun_decreto',
  no_proposal: 'nessuna_proposta',
  no_removal_requested: 'cancellazione_non_richiesta',
  removal_requested: 'cancellazione_gia_richiesta',
  no_renewal: 'nessun_rinnovo',
  renewal_open: 'rinnovo_in_corso',
  check_begun: 'verifica_iniziata',
  locked: 'bloccato',
} as const
export type AssociationDenialReason = keyof typeof associationDenialWords

/** The error code of a call that is denied for each reason. */
export const associationDenialErrors = {
  wrong_role: 'not_allowed',
  wrong_status: 'association_status',
  number_in_use: 'number_in_use',
  too_young: 'association_too_young',
  term_open: 'term_open',
  term_over: 'term_over',
  already_extended: 'already_extended',
  warning_open: 'warning_open',
  renewal_shut: 'renewal_shut',
  not_expired: 'association_status',
  no_reminder_due: 'association_status',
  not_decreed: 'association_status',
  no_proposal: 'no_proposal',
  no_removal_requested: 'no_removal_requested',
  removal_requested: 'removal_requested',
  no_renewal: 'association_status',
  renewal_open: 'association_status',
  check_begun: 'check_begun',
  locked: 'association_locked',
} as const satisfies Record<AssociationDenialReason, AppErrorCode>

export const associationDenial = enumOnWire(associationDenialWords)
const denial = z.nullable(associationDenial)

/** For each action of the office, and for editing: null where the user may take it, else the reason. */
export const associationActionDenials = onWire('azioni_associazione', {
  ...sameFields(denial, associationActionWords),
  edit: [denial, 'modifica'],
})
export type AssociationActionDenials = z.output<typeof associationActionDenials>
