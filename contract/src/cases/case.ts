import * as z from 'zod/mini'
import { readWire, writeWire } from '../kit/form.ts'
import { recordOnWire } from '../kit/record-on-wire.ts'
import { enumOnWire, flag, instant, onWire, plainDate, recordId } from '../kit/wire.ts'
import { isAssociation, type Report } from '../reports/report.form.ts'
import { type CaseValues, caseForm } from './case.form.ts'
import { caseStatus } from './case.workflow.ts'
import { caseActionDenials } from './case-actions.ts'

/** The state of a deadline: on time, due soon, late. */
export const dueStates = { onTime: 'nei_termini', soon: 'in_scadenza', late: 'in_ritardo' } as const
export type DueState = keyof typeof dueStates

/** How replies name a case. */
export const caseReference = {
  id: [recordId, 'id_segnalazione'],
  code: [z.string(), 'codice'],
  status: [caseStatus, 'id_stato'],
} as const

/** What a list and the case itself both show. */
const caseFacts = {
  ...caseReference,
  createdAt: [instant, 'data_creazione'],
  operatorId: [z.optional(recordId), 'id_operatore'],
  operator: [z.optional(z.string()), 'operatore'],
  protocolNumber: [z.string(), 'numero_protocollo'],
  version: [z.int(), 'versione'],
  /** The next due date; none for a case that is closed or cancelled. */
  dueOn: [z.optional(plainDate), 'data_scadenza'],
  dueState: [z.optional(enumOnWire(dueStates)), 'scadenza'],
  /** By when the complainant must be informed whether the case goes on; absent once they were, and for a cancelled case. */
  informBy: [z.optional(plainDate), 'data_comunicazione'],
  informState: [z.optional(enumOnWire(dueStates)), 'scadenza_comunicazione'],
  /** Number of unread messages of the reporter. */
  unread: [z.int(), 'messaggi_non_letti'],
  /** When all identifying data was removed. */
  pseudonymisedAt: [z.optional(instant), 'data_pseudonimizzazione'],
} as const

const caseRowFields = {
  ...caseFacts,
  outcomeId: [z.optional(recordId), 'id_esito_finale'],
  isVirtual: [z.optional(flag), 'virtuale_fisico'],
  fieldId: [z.optional(recordId), 'id_ambito'],
  modeId: [z.optional(recordId), 'id_modalita_discriminazione'],
  groundId: [z.optional(recordId), 'id_ground'],
  subGroundId: [z.optional(recordId), 'id_sotto_ground'],
  relevanceId: [z.optional(recordId), 'id_pertinenza'],
  placeProvince: [z.optional(recordId), 'id_provincia_luogo'],
  languageId: [recordId, 'id_lingua'],
  /** Whether the reporter asks for a reasonable accommodation; the case says which. */
  needsAccommodation: [z.optional(flag), 'flag_accomodamento'],
  reporterTypeId: [recordId, 'id_segnalante'],
  channelId: [recordId, 'id_canale'],
  /** The first words of the narrative. */
  excerpt: [z.optional(z.string()), 'inizio_resoconto'],
  /** The name of the person or of the organisation, surname first; absent without a name and after pseudonymisation. */
  reporter: [z.optional(z.string()), 'nominativo_segnalante'],
  /** As `reporter`; a reporter who is the victim is named in both. */
  victim: [z.optional(z.string()), 'nominativo_vittima'],
} as const

/** A row of the case list (specification 2 §3); ids of the reference lists, whose labels the client holds. */
export const caseRow = onWire('caso_in_lista', caseRowFields)
export type CaseRow = z.output<typeof caseRow>

/** Why a case may be the one that is being entered, or of the same person. */
export const duplicateReasons = {
  protocol: 'protocollo',
  name: 'nominativo',
  contact: 'contatto',
  placeAndDay: 'luogo_e_giorno',
} as const
export type DuplicateReason = keyof typeof duplicateReasons

export const possibleDuplicateCase = onWire('possibile_duplicato', {
  ...caseRowFields,
  reasons: [z.array(enumOnWire(duplicateReasons)), 'motivi'],
})
export type PossibleDuplicateCase = z.output<typeof possibleDuplicateCase>

/** The columns that lists of cases can be sorted by. */
export const caseSorts = {
  status: 'id_stato',
  protocolNumber: 'numero_protocollo',
  createdAt: 'data_creazione',
  insertedAt: 'data_inserimento',
  due: 'data_scadenza',
  field: 'id_ambito',
  mode: 'id_modalita_discriminazione',
  ground: 'id_ground',
  place: 'virtuale_fisico',
  language: 'id_lingua',
  operator: 'operatore',
  outcome: 'id_esito_finale',
} as const

/**
 * Whether only the day is known on which a case reached the office. A case that is entered later has noon of that day as its
 * instant, for the order of lists.
 */
export const isReceivedByDay = ({ createdAt, insertedAt }: { createdAt: Date; insertedAt: Date }) =>
  createdAt.getTime() !== insertedAt.getTime()

const caseHead = onWire('segnalazione', {
  ...caseFacts,
  /** When an operator entered the case; `createdAt` is when it reached the office. */
  insertedAt: [instant, 'data_inserimento'],
  closedAt: [z.optional(instant), 'data_chiusura'],
  /** When the operator of the case proposed to close it; RUP decides. */
  closingProposedAt: [z.optional(instant), 'data_proposta_chiusura'],
  /** Whether the caller entered the case. */
  isOwnEntry: [flag, 'flag_inserita_da_me'],
  /** Whether the reporter wrote the narrative on the portal; the office cannot edit it. */
  isAsReceived: [flag, 'flag_racconto_ricevuto'],
  /** Whether the caller may edit the case while no other user holds its lock. */
  mayEdit: [flag, 'flag_modificabile'],
  /** Why each action is unavailable to the user; null for an action that they may take. */
  actions: [caseActionDenials, 'azioni'],
  /** Whether another user holds the lock. */
  isConflict: [flag, 'isConflict'],
  lockedBy: [z.optional(z.string()), 'bloccato_da'],
  lockedSince: [z.optional(instant), 'bloccato_dal'],
  lockedUntil: [z.optional(instant), 'bloccato_fino_al'],
})

export type CaseHead = z.output<typeof caseHead>
/** A case as the detail shows it: the data of the case itself, and all values of the form. */
export type CaseDetail = CaseHead & { values: CaseValues }

/** Decodes the form values of a case from the wire. */
export const caseValuesOf = (wire: object) => readWire(caseForm, wire, 'accepted').values
/** The values with the member that follows from them. */
export const caseValuesOnWire = (values: CaseValues): Record<string, unknown> => ({
  ...writeWire(caseForm, values),
  flag_associazione: isAssociation(values as Report) ? 1 : 0,
})

export const caseDetail = recordOnWire(caseHead, caseForm, caseValuesOnWire)
