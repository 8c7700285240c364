import * as z from 'zod/mini'
import { fileId } from '../attachments/attachment.ts'
import { readWire, writeWire } from '../kit/form.ts'
import { recordOnWire } from '../kit/record-on-wire.ts'
import { enumOnWire, flag, instant, onWire, plainDate, recordId } from '../kit/wire.ts'
import { role } from '../session/roles.ts'
import { type AssociationValues, associationForm } from './association.form.ts'
import type { AssociationAction } from './association.workflow.ts'
import { associationActionDenials, associationActionWords, associationDenial } from './association-actions.ts'
import { type PayloadLabels, payloadToRead } from './association-payload.ts'
import { fieldChange, pendingFacts } from './association-pending.ts'
import { associationStatus } from './association-status.ts'

const optionalDay = z.optional(plainDate)

/** What lists and details both show of an association. */
const associationFacts = {
  id: [recordId, 'id_persona_giuridica'],
  status: [associationStatus, 'id_stato_persona_giuridica'],
  version: [z.int(), 'versione'],
  /** The request that waits: a renewal that no decree ends yet has its own day. */
  requestedAt: [instant, 'data_richiesta'],
  /** When the association first applied; only where `requestedAt` is that of a renewal. */
  firstRequestedAt: [z.optional(instant), 'data_prima_richiesta'],
  enrolledOn: [optionalDay, 'data_iscrizione'],
  renewedOn: [optionalDay, 'data_rinnovo_iscrizione'],
  expiresOn: [optionalDay, 'data_scadenza_iscrizione'],
  closedOn: [optionalDay, 'data_chiusura'],
  /** The last day for the documents that were requested. */
  dueOn: [optionalDay, 'data_scadenza_integrazione'],
  /** The term for the documents has passed. */
  isLate: [flag, 'flag_in_ritardo'],
  /** Number of the request, with the year: `R-2026-000012`. */
  requestNumber: [z.string(), 'numero_richiesta'],
} as const

/** A row of the lists of associations (specification 2 §3). */
export const associationRow = onWire('associazione_in_lista', {
  ...associationFacts,
  name: [z.string(), 'ragione_sociale'],
  number: [z.optional(z.string()), 'piva'],
  representative: [z.optional(z.string()), 'legale_rappresentante'],
  email: [z.optional(z.string()), 'email'],
  regionId: [z.optional(recordId), 'id_regione'],
  groundId: [z.optional(recordId), 'id_ground'],
  hasProposal: [flag, 'flag_proposta'],
  isRemovalRequested: [flag, 'flag_cancellazione_richiesta'],
})
export type AssociationRow = z.output<typeof associationRow>

/** The columns that each list of associations can be sorted by. */
export const associationSorts = {
  newRequests: { name: 'ragione_sociale', requestedAt: 'data_richiesta' },
  enrolled: { name: 'ragione_sociale', enrolledOn: 'data_iscrizione', expiresOn: 'data_scadenza_iscrizione' },
  notEnabled: { name: 'ragione_sociale', closedOn: 'data_chiusura' },
} as const

/** The kinds of entries in the history of an association: actions, and all other events. */
export const associationEventKinds = {
  ...associationActionWords,
  apply: 'domanda',
  applyAgain: 'nuova_domanda',
  replace: 'domanda_sostituita',
  correctRequest: 'domanda_corretta',
  sendDocuments: 'documenti_inviati',
  askRenewal: 'rinnovo_richiesto',
  askRemoval: 'cancellazione_richiesta',
  withdrawRemoval: 'cancellazione_ritirata',
  propose: 'modifica_proposta',
  withdrawProposal: 'proposta_ritirata',
  withdrawRenewal: 'rinnovo_ritirato',
  warnRenewal: 'avviso_rinnovo',
  endRenewal: 'rinnovo_concluso',
  askReplacement: 'sostituzione_chiesta',
  refuseReplacement: 'sostituzione_rifiutata',
  acceptInvitation: 'incarico_accettato',
  declineInvitation: 'incarico_rifiutato',
  change: 'modifica_operatore',
  changeOwn: 'modifica_associazione',
  remind: 'promemoria',
  expire: 'scadenza',
} as const satisfies Readonly<Record<AssociationAction, string>> & Readonly<Record<string, string>>
export type AssociationEventKind = keyof typeof associationEventKinds

/** The kinds of entries that the association itself causes: they name nobody of the office. */
export const ownEventKinds: readonly AssociationEventKind[] = [
  'apply',
  'applyAgain',
  'askReplacement',
  'refuseReplacement',
  'replace',
  'correctRequest',
  'sendDocuments',
  'askRenewal',
  'withdrawRenewal',
  'askRemoval',
  'withdrawRemoval',
  'changeOwn',
  'propose',
  'withdrawProposal',
  'acceptInvitation',
  'declineInvitation',
]

/** An entry of the history (iter): from, to, who, when, why, and the changed fields. */
export const associationEvent = onWire('voce_iter_associazione', {
  id: [recordId, 'id_storico_persona_giuridica'],
  /** Its number in the history of the association, from 1. */
  place: [z.int(), 'progressivo'],
  kind: [enumOnWire(associationEventKinds), 'tipo'],
  at: [instant, 'data_modifica'],
  by: [z.optional(z.string()), 'operatore'],
  byTaxCode: [z.optional(z.string()), 'cf_operatore'],
  role: [z.optional(role), 'ruolo'],
  from: [z.optional(associationStatus), 'id_stato_da'],
  to: [z.optional(associationStatus), 'id_stato_persona_giuridica'],
  reason: [z.optional(z.string()), 'motivo'],
  changes: [z.array(fieldChange), 'campi_modificati'],
})
export type AssociationEvent = z.output<typeof associationEvent>

const storedFile = onWire('file_associazione', { id: [fileId, 'cmis_id'], name: [z.string(), 'nomeFile'] })

const linkedReport = onWire('segnalazione_associazione', {
  id: [recordId, 'id_segnalazione'],
  code: [z.string(), 'codice'],
  createdAt: [instant, 'data_creazione'],
})

/** A change of the record (specification 2 §3). */
const recordChange = onWire('storico_persona_giuridica', {
  id: [recordId, 'id_storico_persona_giuridica'],
  associationId: [z.optional(recordId), 'id_persona_giuridica'],
  place: [z.int(), 'progressivo'],
  by: [z.optional(z.string()), 'operatore'],
  byTaxCode: [z.optional(z.string()), 'cf_operatore'],
  at: [instant, 'data_modifica'],
  status: [z.optional(associationStatus), 'id_stato_persona_giuridica'],
})

/** The last change with the dates and the status that it left (specification 2 §3). */
const lastModification = onWire('ultima_modifica', {
  user: [
    onWire('utente_ultima_modifica', {
      taxCode: [z.optional(z.string()), 'cf'],
      lastName: [z.optional(z.string()), 'cognome'],
    }),
    'utente',
  ],
  dates: [
    onWire('date_ultima_modifica', {
      changedAt: [instant, 'dataModifica'],
      requestedAt: [instant, 'dataRichiesta'],
      enrolledOn: [optionalDay, 'dataIscrizione'],
      expiresOn: [optionalDay, 'dataScadenza'],
      renewedOn: [optionalDay, 'dataRinnovo'],
    }),
    'data',
  ],
  state: [onWire('stato_ultima_modifica', { status: [z.string(), 'statoAssociazione'] }), 'stato'],
})

const associationHead = onWire('associazione', {
  ...associationFacts,
  /** Number of the enrolment in the register; from the first signature on. */
  enrolmentNumber: [z.optional(z.string()), 'numero_iscrizione'],
  approvedOn: [optionalDay, 'data_approvazione'],
  decreeNumber: [z.optional(z.string()), 'numero_decreto'],
  decreeDate: [optionalDay, 'data_decreto'],
  /** The status before documents were requested. */
  origin: [z.optional(associationStatus), 'id_stato_origine'],
  missingItems: [z.optional(z.string()), 'noteMail'],
  isTermExtended: [flag, 'flag_termine_prorogato'],
  rejectionWarnedOn: [optionalDay, 'data_preavviso'],
  /** The first day on which RUP may reject. */
  rejectableFrom: [optionalDay, 'data_rigetto_possibile'],
  ...pendingFacts,
  /** The first day that the date of the next decree may have, and of the one in force. */
  decreeFrom: [plainDate, 'data_decreto_dal'],
  correctedFrom: [plainDate, 'data_correzione_dal'],
  isExpired: [flag, 'flag_scaduta'],
  /** Whether the caller may not edit the record. */
  isReadOnly: [flag, 'read_only'],
  actions: [associationActionDenials, 'azioni'],
  isConflict: [flag, 'isConflict'],
  isHistorical: [flag, 'isStorico'],
  lockedBy: [z.optional(z.string()), 'bloccato_da'],
  lockedSince: [z.optional(instant), 'bloccato_dal'],
  lockedUntil: [z.optional(instant), 'bloccato_fino_al'],
  /** Whether certificates of enrolment have no signature now, because the certificate of the office's key is not valid. */
  isSigningLapsed: [flag, 'flag_firma_scaduta'],
  /** The documents that somebody of the office has checked, by type. */
  checkedDocuments: [z.array(z.int()), 'documenti_verificati'],
  /** Correspondence of the office, which never leaves it (decisions §6). */
  correspondence: [z.array(storedFile), 'listaAllegatoPersonaGiuridica8'],
  /** The record of an earlier application with the same number. */
  previousId: [z.optional(recordId), 'id_richiesta_precedente'],
  lastChange: [z.optional(recordChange), 'storicoPersonaGiuridica'],
  /** The newest changes, at most 100, newest first; the whole history has pages of its own. */
  lastChanges: [z.array(recordChange), 'listaStoricoPG'],
  lastModification: [z.optional(lastModification), 'ultimaModifica'],
  /** The user of the last change, as in `lastChange`. */
  changedBy: [z.optional(z.string()), 'user_modifica'],
  /** The reports that this association sent; only for users who may read cases. */
  reports: [z.optional(z.array(linkedReport)), 'listaSegnalazionePG'],
})
export type AssociationHead = z.output<typeof associationHead>
/** An association as its detail shows it: facts of the procedure, and all values of the form. */
export type AssociationDetail = AssociationHead & { values: AssociationValues } & LabelsBeside
/** What an association carries on the server for writing it, and never on the wire. */
export interface LabelsBeside {
  readonly labels?: PayloadLabels | undefined
}

/** Decodes the form values of an association from the wire. */
export const associationValuesOf = (wire: object) => readWire(associationForm, wire, 'accepted').values

export const associationDetail = recordOnWire(
  associationHead,
  associationForm,
  (values, { labels }: LabelsBeside): Record<string, unknown> =>
    payloadToRead(writeWire(associationForm, values), labels),
)

/** An entry of the timeline that an association sees of its own record. */
const timelineEntry = onWire('tappa_associazione', {
  kind: [enumOnWire(associationEventKinds), 'tipo'],
  at: [instant, 'data'],
  to: [z.optional(associationStatus), 'id_stato'],
})

/** A request or record as its own association sees it. */
const ownHead = onWire('associazione_propria', {
  ...associationFacts,
  enrolmentNumber: [z.optional(z.string()), 'numero_iscrizione'],
  missingItems: [z.optional(z.string()), 'noteMail'],
  /** Why the caller may not edit it now; null where they may. */
  editDenial: [z.nullable(associationDenial), 'modifica'],
  renewalFrom: [optionalDay, 'data_rinnovo_dal'],
  renewalTo: [optionalDay, 'data_rinnovo_al'],
  /** Why a renewal cannot be requested now; null where it can. */
  renewalDenial: [z.nullable(associationDenial), 'rinnovo'],
  ...pendingFacts,
  /** Whether the association may withdraw its renewal. */
  isRenewalWithdrawable: [flag, 'flag_rinnovo_ritirabile'],
  hasCertificate: [flag, 'flag_certificato'],
  timeline: [z.array(timelineEntry), 'tappe'],
})
export const ownAssociation = recordOnWire(ownHead, associationForm)
export type OwnAssociation = z.output<typeof ownHead> & { values: AssociationValues }

/** How somebody acts for an association. */
export const memberPositions = {
  legalRepresentative: 'legale_rappresentante',
  contact: 'referente',
  delegate: 'delegato',
} as const
export type MemberPosition = keyof typeof memberPositions

/** The outcome of looking up a number before an application (specification 2 §4, decisions §6). */
export const numberOutcomes = {
  /** A request that still waits (1, 3): it may be overwritten. */
  requestPending: 'SEGNALAZIONE',
  /** Enrolled, or about to be: 4, 5, 6, 9, 10. */
  enrolment: 'ISCRIZIONE',
  removed: 'CANCELLATA',
  rejected: 'RESPINTA',
  /** In the office's registry, without a request; shown only to users who may read the registry. */
  registered: 'CENSITA_NO_SEGNALAZIONE',
  unknown: 'NON_CENSITA',
} as const
export type NumberOutcome = keyof typeof numberOutcomes
