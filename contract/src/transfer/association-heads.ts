import * as z from 'zod/mini'
import { associationForm, documentKeys } from '../associations/association.form.ts'
import { associationEventKinds, memberPositions } from '../associations/association.ts'
import { letterKinds } from '../associations/association-letters.ts'
import { fieldChange } from '../associations/association-pending.ts'
import { associationStatus, associationStatusIds } from '../associations/association-status.ts'
import { extendForm } from '../kit/extend-form.ts'
import { limits } from '../kit/limits.ts'
import { languages } from '../kit/messages.ts'
import { enumOnWire, flag, idOnWire, instant, lineText, onWire, plainDate, recordId } from '../kit/wire.ts'
import { role } from '../session/roles.ts'
import { count, day, deliveryMembers, key, moment, reference, references, text, year } from './head-members.ts'

/** The statuses in which documents are requested. */
const origins = {
  submitted: associationStatusIds.submitted,
  renewalAsked: associationStatusIds.renewalAsked,
} as const

/** A certificate of enrolment that was issued; its code stays valid. */
const certificate = onWire('trasferimento_attestato', {
  code: [lineText.check(z.minLength(1), z.maxLength(60)), 'codice'],
  issuedAt: [instant, 'data'],
  /** What it said, where another took its place. */
  facts: [
    z.optional(
      onWire('trasferimento_dati_attestato', {
        name: [z.string(), 'ragione_sociale'],
        regionId: [z.nullable(recordId), 'id_regione'],
        enrolledOn: [z.nullable(plainDate), 'data_iscrizione'],
        renewedOn: [z.nullable(plainDate), 'data_rinnovo_iscrizione'],
        expiresOn: [z.nullable(plainDate), 'data_scadenza_iscrizione'],
      }),
    ),
    'dati',
  ],
})

export const associationHead = onWire('trasferimento_associazione', {
  key: [key, 'chiave'],
  status: [associationStatus, 'id_stato_persona_giuridica'],
  /** The status before documents were requested. */
  origin: [z.optional(idOnWire(origins)), 'id_stato_origine'],
  language: [z.optional(z.enum(languages)), 'lingua'],
  /** The number of the request; without one it gets the next number of the year in which it was made. */
  requestYear: [year, 'anno_richiesta'],
  requestPlace: [count(999_999), 'progressivo_richiesta'],
  enrolmentNumber: [count(), 'numero_iscrizione'],
  requestedAt: [instant, 'data_richiesta'],
  statusSince: [moment, 'data_stato'],
  approvedOn: [day, 'data_approvazione'],
  enrolledOn: [day, 'data_iscrizione'],
  renewedOn: [day, 'data_rinnovo_iscrizione'],
  expiresOn: [day, 'data_scadenza_iscrizione'],
  closedOn: [day, 'data_chiusura'],
  decreeNumber: [z.optional(lineText.check(z.minLength(1), z.maxLength(100))), 'numero_decreto'],
  decreeDate: [day, 'data_decreto'],
  missingItems: [z.optional(text(limits.narrativeCodePoints)), 'noteMail'],
  documentsDueOn: [day, 'data_scadenza_integrazione'],
  isTermExtended: [z.optional(flag), 'flag_termine_prorogato'],
  rejectionWarnedOn: [day, 'data_preavviso'],
  remindedOn: [day, 'data_promemoria'],
  removalRequestedOn: [day, 'data_richiesta_cancellazione'],
  renewalRequestedOn: [day, 'data_richiesta_rinnovo'],
  /** The expiry that the newest renewal prolonged. */
  renewedFrom: [day, 'data_rinnovo_da'],
  renewalWarnedOn: [day, 'data_avviso_rinnovo'],
  checkedDocuments: [
    z.optional(z.array(z.int().check(z.gte(1), z.lte(8))).check(z.maxLength(8))),
    'documenti_verificati',
  ],
  /** The earlier record of the same number. */
  previous: [reference, 'chiave_richiesta_precedente'],
  certificates: [z.optional(z.array(certificate).check(z.maxLength(100))), 'attestati'],
})

const flatForm = extendForm(associationForm, {}, documentKeys)([])
/**
 * The form of an association without its documents, which are files of the transfer. Old records lack what applicants must say
 * today, so the name alone is required; each field has a member of its own, as lists in CSV need it.
 */
export const associationTransferForm = {
  fields: flatForm.fields,
  kinds: flatForm.kinds ?? {},
  rules: flatForm.rules,
  steps: flatForm.steps.map(({ id, fields }) => ({
    id,
    fields: fields.map(({ required: _required, ...use }) =>
      use.key === 'name' ? { ...use, required: true as const } : use,
    ),
  })),
}

const ofAssociation = { associationKey: [key, 'chiave_associazione'] } as const

export const memberHead = onWire('trasferimento_persona_associazione', {
  key: [key, 'chiave'],
  ...ofAssociation,
  account: [key, 'chiave_operatore'],
  position: [enumOnWire(memberPositions), 'incarico'],
})

/** The files that changes name: there `cmis_id` is a place in this list, from 0. */
const changedFiles = { files: [references(200), 'chiavi_allegati'] } as const
const changes = z.array(fieldChange).check(z.maxLength(200))

export const associationEventHead = onWire('trasferimento_voce_storico_associazione', {
  key: [key, 'chiave'],
  ...ofAssociation,
  kind: [enumOnWire(associationEventKinds), 'tipo'],
  at: [instant, 'data'],
  by: [reference, 'chiave_operatore'],
  role: [z.optional(role), 'ruolo'],
  from: [z.optional(associationStatus), 'id_stato_da'],
  to: [z.optional(associationStatus), 'id_stato_a'],
  reason: [z.optional(text(limits.narrativeCodePoints)), 'motivo'],
  changes: [z.optional(changes), 'campi_modificati'],
  ...changedFiles,
})

/** A change of what the decree rests on, which waits for the register. */
export const proposalHead = onWire('trasferimento_proposta_associazione', {
  key: [key, 'chiave'],
  ...ofAssociation,
  at: [instant, 'data'],
  by: [reference, 'chiave_operatore'],
  changes: [changes.check(z.minLength(1)), 'campi_modificati'],
  ...changedFiles,
})

export const associationLetterHead = onWire('trasferimento_lettera_associazione', {
  key: [key, 'chiave'],
  ...ofAssociation,
  kind: [enumOnWire(letterKinds), 'tipo'],
  at: [instant, 'data'],
  recipient: [z.optional(lineText.check(z.maxLength(320))), 'destinatario'],
  isCertified: [flag, 'flag_pec'],
  sentAt: [moment, 'data_invio'],
  failedAt: [moment, 'data_mancata_consegna'],
  ...deliveryMembers,
})
