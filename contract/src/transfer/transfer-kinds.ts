import * as z from 'zod/mini'
import { caseForm } from '../cases/case.form.ts'
import { caseStatus } from '../cases/case.workflow.ts'
import { caseEventKinds, caseFieldChange } from '../cases/case-history.ts'
import { extendForm } from '../kit/extend-form.ts'
import { defineForm, type Fields, type Form } from '../kit/form.ts'
import { limits } from '../kit/limits.ts'
import { enumOnWire, flag, instant, lineText, onWire } from '../kit/wire.ts'
import { accountFields } from '../operators/operators.ts'
import { organisationForm, personForm } from '../registry/registry.form.ts'
import { role } from '../session/roles.ts'

/** The format that an office moves in and out with: the name and the version in the manifest. */
export const transferFormat = { name: 'portale-trasferimento', version: 1 } as const

/** The kinds of record in the order in which they are imported: a record refers only to kinds before its own, and to its own. */
export const transferFiles = {
  operator: 'operatori',
  person: 'persone',
  organisation: 'enti',
  case: 'casi',
  caseEvent: 'storico_casi',
  message: 'messaggi',
  comment: 'commenti',
  attachment: 'allegati',
} as const
export type TransferKindName = keyof typeof transferFiles

/** Longest key of a record in its old system, in characters. */
const longestKey = 100
const key = lineText.check(z.minLength(1, 'campo_obbligatorio'), z.maxLength(longestKey, 'valore_non_valido'))
const reference = z.optional(key)
const text = (max: number) =>
  z.string().check(z.minLength(1, 'campo_obbligatorio'), z.maxLength(max, 'valore_non_valido'))
const moment = z.optional(instant)

const operatorHead = onWire('trasferimento_operatore', {
  key: [key, 'chiave'],
  ...accountFields,
  mail: [z.optional(accountFields.mail[0]), accountFields.mail[1]],
  disabledAt: [moment, 'data_disabilitazione'],
  deletedAt: [moment, 'data_eliminazione'],
})

const registryFields = {
  key: [key, 'chiave'],
  createdBy: [reference, 'chiave_inserita_da'],
  changedAt: [moment, 'data_modifica'],
} as const
const personHead = onWire('trasferimento_persona', registryFields)
const organisationHead = onWire('trasferimento_ente', registryFields)

const caseHead = onWire('trasferimento_segnalazione', {
  key: [key, 'chiave'],
  /** The number of the case in its old system; without one it gets the next number of the year in which it was received. */
  protocolYear: [z.optional(z.int().check(z.gte(1900), z.lte(2100))), 'anno'],
  protocolNumber: [z.optional(z.int().check(z.gte(1), z.lte(9_999_999))), 'numero'],
  status: [caseStatus, 'id_stato'],
  createdAt: [instant, 'data_ricezione'],
  insertedAt: [moment, 'data_inserimento'],
  workedFrom: [moment, 'data_inizio_lavorazione'],
  statusSince: [moment, 'data_stato'],
  closedAt: [moment, 'data_chiusura'],
  closingProposedAt: [moment, 'data_proposta_chiusura'],
  pseudonymisedAt: [moment, 'data_pseudonimizzazione'],
  createdBy: [reference, 'chiave_inserita_da'],
  assignedTo: [reference, 'chiave_assegnata_a'],
  reporterPerson: [reference, 'chiave_persona_segnalante'],
  reporterOrganisation: [reference, 'chiave_ente_segnalante'],
  victimPerson: [reference, 'chiave_persona_vittima'],
  /** With it the reporter can follow the case in the new office too. */
  pinHash: [z.optional(z.string().check(z.maxLength(300))), 'impronta_pin'],
})

const caseEventHead = onWire('trasferimento_voce_storico', {
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

const messageHead = onWire('trasferimento_messaggio', {
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
})

const commentHead = onWire('trasferimento_commento', {
  key: [key, 'chiave'],
  caseKey: [key, 'chiave_segnalazione'],
  by: [key, 'chiave_operatore'],
  text: [text(limits.narrativeCodePoints), 'testo'],
  at: [instant, 'data'],
  mentions: [z.optional(z.array(key).check(z.maxLength(100))), 'chiavi_menzioni'],
})

const attachmentHead = onWire('trasferimento_allegato', {
  key: [key, 'chiave'],
  caseKey: [key, 'chiave_segnalazione'],
  /** The message with which it was sent; without one and without a type it came with the report. */
  messageKey: [reference, 'chiave_messaggio'],
  /** Where the bytes are, below the folder. */
  file: [z.string().check(z.regex(/^allegati\/[\w-][\w.-]{0,150}$/, 'valore_non_valido')), 'file'],
  name: [lineText.check(z.minLength(1, 'campo_obbligatorio'), z.maxLength(255, 'valore_non_valido')), 'nome_file'],
  addedBy: [reference, 'chiave_operatore'],
  addedAt: [instant, 'data'],
})

const attachmentFields = {
  /** Of a document that the office added, which reporters never see. */
  documentTypeId: { kind: 'choice', wire: 'id_tipo_allegato', list: 'attachment_type' },
} as const satisfies Fields
const attachmentForm = defineForm(attachmentFields)([{ id: 'document', fields: [{ key: 'documentTypeId' }] }], [])

/** The form of a case without what other records of the transfer say: its files, and its links to the registry. */
export const caseTransferForm = extendForm(caseForm, {}, [
  'attachments',
  'reporterPersonId',
  'reporterOrganisationId',
  'victimPersonId',
])([])

/** A kind of record of the format. */
export interface TransferKind {
  /** What the record says beside the values of its form. */
  readonly head: z.ZodMiniType<object>
  readonly form?: Form
  /** The members of the head whose values the table of correspondences may translate, by their wire names, each with its list. */
  readonly words: Readonly<Record<string, string>>
  /** The members of the head that hold keys of other records, by their names in code, each with its wire name and the kind. */
  readonly references: Readonly<Record<string, readonly [wire: string, kind: TransferKindName]>>
}

const created = { createdBy: ['chiave_inserita_da', 'operator'] } as const
const ofCase = { caseKey: ['chiave_segnalazione', 'case'] } as const
const byOperator = { by: ['chiave_operatore', 'operator'] } as const

/** What each kind is made of. Import, check and export read this declaration alone. */
export const transferKinds = {
  operator: { head: operatorHead, words: {}, references: {} },
  person: { head: personHead, form: personForm, words: {}, references: created },
  organisation: { head: organisationHead, form: organisationForm, words: {}, references: created },
  case: {
    head: caseHead,
    form: caseTransferForm,
    words: { id_stato: 'stato' },
    references: {
      ...created,
      assignedTo: ['chiave_assegnata_a', 'operator'],
      reporterPerson: ['chiave_persona_segnalante', 'person'],
      reporterOrganisation: ['chiave_ente_segnalante', 'organisation'],
      victimPerson: ['chiave_persona_vittima', 'person'],
    },
  },
  caseEvent: {
    head: caseEventHead,
    words: { tipo: 'tipo_voce', ruolo: 'ruolo', id_stato_da: 'stato', id_stato_a: 'stato' },
    references: {
      ...ofCase,
      ...byOperator,
      operator: ['chiave_operatore_interessato', 'operator'],
      undoes: ['chiave_voce_annullata', 'caseEvent'],
    },
  },
  message: {
    head: messageHead,
    words: {},
    references: { ...ofCase, ...byOperator, calledBy: ['chiave_operatore_chiamata', 'operator'] },
  },
  comment: {
    head: commentHead,
    words: {},
    references: { ...ofCase, ...byOperator, mentions: ['chiavi_menzioni', 'operator'] },
  },
  attachment: {
    head: attachmentHead,
    form: attachmentForm,
    words: {},
    references: {
      ...ofCase,
      messageKey: ['chiave_messaggio', 'message'],
      addedBy: ['chiave_operatore', 'operator'],
    },
  },
} as const satisfies Record<TransferKindName, TransferKind>

export type TransferHead<K extends TransferKindName> = z.output<(typeof transferKinds)[K]['head']>

const fileOnWire = onWire('trasferimento_file', {
  name: [z.string().check(z.regex(/^[a-z_]+\.jsonl$/)), 'nome'],
  rows: [z.int().check(z.gte(0)), 'righe'],
  sha256: [z.string().check(z.regex(/^[0-9a-f]{64}$/)), 'sha256'],
})

/** `manifesto.json`: what the folder holds. */
export const transferManifest = onWire('manifesto', {
  format: [z.literal(transferFormat.name), 'formato'],
  version: [z.literal(transferFormat.version), 'versione'],
  /** The system that the records come from. */
  source: [lineText.check(z.minLength(1), z.maxLength(100)), 'sistema'],
  files: [z.array(fileOnWire).check(z.maxLength(20)), 'file'],
})
export type TransferManifest = z.output<typeof transferManifest>
