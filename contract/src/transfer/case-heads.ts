import * as z from 'zod/mini'
import { assessmentParts, conclusions, inputFields } from '../assessments/assessment.ts'
import { assessmentStatuses } from '../assessments/assessment.workflow.ts'
import { summaryInputFields, summaryTexts } from '../assessments/summary.ts'
import { summaryStatuses } from '../assessments/summary.workflow.ts'
import { caseStatus } from '../cases/case.workflow.ts'
import { caseEventKinds, caseFieldChange } from '../cases/case-history.ts'
import { letterWays } from '../cases/letters/complainant-letters.ts'
import { letterDecision } from '../cases/letters/letter-texts.ts'
import { defineForm, type Fields } from '../kit/form.ts'
import { limits } from '../kit/limits.ts'
import { languages } from '../kit/messages.ts'
import { enumOnWire, flag, instant, lineText, onWire, plainDate } from '../kit/wire.ts'
import { role } from '../session/roles.ts'
import { count, day, key, mailMembers, moment, reference, text } from './head-members.ts'

export const caseEventHead = onWire('trasferimento_voce_storico', {
  key: [key, 'chiave'],
  caseKey: [key, 'chiave_segnalazione'],
  kind: [enumOnWire(caseEventKinds), 'tipo'],
  at: [instant, 'data'],
  by: [reference, 'chiave_operatore'],
  /** Who did it, where they have no account. */
  author: [z.optional(lineText.check(z.maxLength(200, 'valore_non_valido'))), 'autore'],
  role: [z.optional(role), 'ruolo'],
  from: [z.optional(caseStatus), 'id_stato_da'],
  to: [z.optional(caseStatus), 'id_stato_a'],
  /** The operator concerned, such as the new assignee. */
  operator: [reference, 'chiave_operatore_interessato'],
  reason: [z.optional(text(limits.narrativeCodePoints)), 'motivo'],
  changes: [z.optional(z.array(caseFieldChange)), 'campi_modificati'],
  undoes: [reference, 'chiave_voce_annullata'],
})

export const messageHead = onWire('trasferimento_messaggio', {
  key: [key, 'chiave'],
  caseKey: [key, 'chiave_segnalazione'],
  /** The operator who wrote it; without one the reporter did. */
  by: [reference, 'chiave_operatore'],
  /** Absent where a call or files alone were sent. */
  text: [z.optional(text(limits.narrativeCodePoints)), 'testo'],
  sentAt: [instant, 'data_invio'],
  readAt: [moment, 'data_lettura'],
  phone: [z.optional(lineText.check(z.maxLength(limits.phone.characters))), 'telefono'],
  callHours: [z.optional(lineText.check(z.maxLength(200))), 'orari'],
  onlyToReporter: [z.optional(flag), 'flag_solo_segnalante'],
  calledAt: [moment, 'data_chiamata'],
  calledBy: [reference, 'chiave_operatore_chiamata'],
  /** Whether its text went by mail, or came by it. */
  byMail: [z.optional(flag), 'flag_per_mail'],
  ...mailMembers,
})

export const commentHead = onWire('trasferimento_commento', {
  key: [key, 'chiave'],
  caseKey: [key, 'chiave_segnalazione'],
  by: [key, 'chiave_operatore'],
  text: [text(limits.narrativeCodePoints), 'testo'],
  at: [instant, 'data'],
  mentions: [z.optional(z.array(key).check(z.maxLength(100))), 'chiavi_menzioni'],
})

export const reminderHead = onWire('trasferimento_promemoria', {
  key: [key, 'chiave'],
  caseKey: [key, 'chiave_segnalazione'],
  by: [key, 'chiave_operatore'],
  at: [instant, 'data'],
  text: [text(limits.narrativeCodePoints), 'testo'],
  dueOn: [plainDate, 'data_richiamo'],
  doneAt: [moment, 'data_fatto'],
  doneBy: [reference, 'chiave_operatore_fatto'],
  /** When its people got their notice; they get none for a day before the import. */
  notifiedAt: [moment, 'data_avviso'],
})

/** A letter that informed the complainant whether the case goes on. */
export const complainantLetterHead = onWire('trasferimento_comunicazione', {
  key: [key, 'chiave'],
  caseKey: [key, 'chiave_segnalazione'],
  by: [key, 'chiave_operatore'],
  at: [instant, 'data'],
  text: [text(limits.narrativeCodePoints), 'testo'],
  way: [enumOnWire(letterWays), 'modo'],
  decision: [letterDecision, 'decisione'],
  language: [z.enum(languages), 'lingua'],
  ...mailMembers,
})

/** The assessment of a case, one at most. */
export const assessmentHead = onWire('trasferimento_parere', {
  key: [key, 'chiave'],
  caseKey: [key, 'chiave_segnalazione'],
  by: [key, 'chiave_operatore'],
  changedAt: [instant, 'data_modifica'],
  status: [enumOnWire(assessmentStatuses), 'stato'],
  parts: [assessmentParts, 'parti'],
  ...inputFields,
  answerBy: [day, 'data_risposta_attesa'],
})

/** The summary of the assessment of a case, one at most, and its place on the public page while it is there. */
export const summaryHead = onWire('trasferimento_sintesi', {
  key: [key, 'chiave'],
  caseKey: [key, 'chiave_segnalazione'],
  by: [key, 'chiave_operatore'],
  changedAt: [instant, 'data_modifica'],
  status: [enumOnWire(summaryStatuses), 'stato'],
  texts: [summaryTexts, 'testi'],
  note: summaryInputFields.note,
  publication: [
    z.optional(
      onWire('pubblicazione_sintesi', {
        at: [instant, 'data'],
        year: [z.int().check(z.gte(1900), z.lte(2100)), 'anno'],
        conclusion: [z.optional(enumOnWire(conclusions)), 'conclusione'],
        groundId: [count(), 'id_ground'],
        fieldId: [count(), 'id_ambito'],
      }),
    ),
    'pubblicazione',
  ],
})

export const attachmentHead = onWire('trasferimento_allegato', {
  key: [key, 'chiave'],
  caseKey: [reference, 'chiave_segnalazione'],
  /** In place of a case; then it has a type from 1 to 7, or 8 for correspondence of the office. */
  associationKey: [reference, 'chiave_associazione'],
  associationDocument: [z.optional(z.int().check(z.gte(1), z.lte(8))), 'tipo_documento'],
  associationPublic: [z.optional(flag), 'flag_pubblico'],
  /** A document of a proposal, which is not in force. */
  associationProposed: [z.optional(flag), 'flag_proposto'],
  associationInForceAt: [moment, 'data_vigore'],
  associationReplacedAt: [moment, 'data_sostituzione'],
  /** The message with which it was sent; without one and without a type it came with the report. */
  messageKey: [reference, 'chiave_messaggio'],
  /** Where the bytes are, below the folder. */
  file: [z.string().check(z.regex(/^allegati\/[\w-][\w.-]{0,150}$/, 'valore_non_valido')), 'file'],
  /** SHA-256 of the bytes, so that the check notices others. */
  sha256: [z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'valore_non_valido'))), 'impronta_sha256'],
  name: [lineText.check(z.minLength(1, 'campo_obbligatorio'), z.maxLength(255, 'valore_non_valido')), 'nome_file'],
  addedBy: [reference, 'chiave_operatore'],
  addedAt: [instant, 'data'],
})

const attachmentFields = {
  /** Of a document that the office added, which reporters never see. */
  documentTypeId: { kind: 'choice', wire: 'id_tipo_allegato', list: 'attachment_type' },
} as const satisfies Fields
export const attachmentForm = defineForm(attachmentFields)(
  [{ id: 'document', fields: [{ key: 'documentTypeId' }] }],
  [],
)
