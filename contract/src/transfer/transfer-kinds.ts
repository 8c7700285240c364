import * as z from 'zod/mini'
import { caseForm } from '../cases/case.form.ts'
import { caseStatus } from '../cases/case.workflow.ts'
import { extendForm } from '../kit/extend-form.ts'
import type { Form } from '../kit/form.ts'
import { flag, instant, lineText, onWire } from '../kit/wire.ts'
import { accountFields } from '../operators/operators.ts'
import { organisationForm, personForm } from '../registry/registry.form.ts'
import { role } from '../session/roles.ts'
import {
  associationEventHead,
  associationHead,
  associationLetterHead,
  associationTransferForm,
  memberHead,
  proposalHead,
} from './association-heads.ts'
import {
  assessmentHead,
  attachmentForm,
  attachmentHead,
  caseEventHead,
  commentHead,
  complainantLetterHead,
  messageHead,
  reminderHead,
  summaryHead,
} from './case-heads.ts'
import { count, key, moment, reference, year } from './head-members.ts'
import { mergeHead, registryEventHead } from './registry-heads.ts'

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
  reminder: 'promemoria',
  complainantLetter: 'comunicazioni',
  assessment: 'pareri',
  summary: 'sintesi_pareri',
  merge: 'unioni',
  registryEvent: 'storico_anagrafica',
  association: 'associazioni',
  member: 'persone_associazioni',
  attachment: 'allegati',
  associationEvent: 'storico_associazioni',
  proposal: 'proposte_associazioni',
  associationLetter: 'lettere_associazioni',
} as const
export type TransferKindName = keyof typeof transferFiles

/** The roles of an account: those of the office, or of a person who acts for an association. */
const roles = z.array(role).check(
  z.minLength(1, 'ruolo_obbligatorio'),
  z.maxLength(6),
  z.refine((list) => new Set(list).size === list.length, 'ruolo_ripetuto'),
)
const operatorHead = onWire('trasferimento_operatore', {
  key: [key, 'chiave'],
  ...accountFields,
  mail: [z.optional(accountFields.mail[0]), accountFields.mail[1]],
  roles: [roles, 'listaRuolo'],
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
  protocolYear: [year, 'anno'],
  protocolNumber: [count(), 'numero'],
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
  /** Whether the complainant is still to be informed. */
  awaitsLetter: [z.optional(flag), 'flag_da_informare'],
  /** With it the reporter can follow the case in the new office too. */
  pinHash: [z.optional(z.string().check(z.maxLength(300))), 'impronta_pin'],
})

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
const ofPerson = { person: ['chiave_persona', 'person'], organisation: ['chiave_ente', 'organisation'] } as const
const ofAssociation = { associationKey: ['chiave_associazione', 'association'] } as const
const changedFiles = { files: ['chiavi_allegati', 'attachment'] } as const
const registerStatus = 'stato_associazione'
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
  reminder: {
    head: reminderHead,
    words: {},
    references: { ...ofCase, ...byOperator, doneBy: ['chiave_operatore_fatto', 'operator'] },
  },
  complainantLetter: { head: complainantLetterHead, words: {}, references: { ...ofCase, ...byOperator } },
  assessment: { head: assessmentHead, words: {}, references: { ...ofCase, ...byOperator } },
  summary: { head: summaryHead, words: {}, references: { ...ofCase, ...byOperator } },
  merge: {
    head: mergeHead,
    words: {},
    references: {
      ...byOperator,
      keptPerson: ['chiave_persona', 'person'],
      mergedPerson: ['chiave_persona_unita', 'person'],
      keptOrganisation: ['chiave_ente', 'organisation'],
      mergedOrganisation: ['chiave_ente_unito', 'organisation'],
      reporterCases: ['chiavi_casi_segnalante', 'case'],
      victimCases: ['chiavi_casi_vittima', 'case'],
      organisationCases: ['chiavi_casi_ente', 'case'],
    },
  },
  registryEvent: {
    head: registryEventHead,
    words: { ruolo: 'ruolo' },
    references: { ...ofPerson, ...byOperator, merge: ['chiave_unione', 'merge'] },
  },
  association: {
    head: associationHead,
    form: associationTransferForm as Form,
    words: { id_stato_persona_giuridica: registerStatus, id_stato_origine: registerStatus },
    references: { previous: ['chiave_richiesta_precedente', 'association'] },
  },
  member: {
    head: memberHead,
    words: {},
    references: { ...ofAssociation, account: ['chiave_operatore', 'operator'] },
  },
  attachment: {
    head: attachmentHead,
    form: attachmentForm,
    words: {},
    references: {
      ...ofCase,
      ...ofAssociation,
      messageKey: ['chiave_messaggio', 'message'],
      addedBy: ['chiave_operatore', 'operator'],
    },
  },
  associationEvent: {
    head: associationEventHead,
    words: { tipo: 'tipo_voce_associazione', ruolo: 'ruolo', id_stato_da: registerStatus, id_stato_a: registerStatus },
    references: { ...ofAssociation, ...byOperator, ...changedFiles },
  },
  proposal: {
    head: proposalHead,
    words: {},
    references: { ...ofAssociation, ...byOperator, ...changedFiles },
  },
  associationLetter: { head: associationLetterHead, words: {}, references: ofAssociation },
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
  files: [z.array(fileOnWire).check(z.maxLength(40)), 'file'],
})
export type TransferManifest = z.output<typeof transferManifest>
