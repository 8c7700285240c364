import * as z from 'zod/mini'
import { enumOnWire, flag, instant, onWire, recordId } from '../kit/wire.ts'
import { deliveryReasons } from '../mailbox/received-mail.ts'
import type { AssociationValues } from './association.form.ts'
import type { AssociationWords } from './association.workflow.ts'

/** The kinds of letters to an association: those of the workflow, and those before there is a request. */
export const letterKinds = {
  receipt: 'ricevuta',
  renewal_received: 'ricevuta_rinnovo',
  request_corrected: 'domanda_corretta',
  document_request: 'richiesta_documenti',
  term_extended: 'termine_prorogato',
  returned: 'integrazione_chiusa',
  welcome: 'iscrizione',
  rejection_warning: 'preavviso_rigetto',
  rejection: 'rigetto',
  confirmation: 'rinnovo',
  renewal_reminder: 'promemoria_rinnovo',
  expiry: 'scadenza',
  removal: 'cancellazione',
  proposal_received: 'proposta_ricevuta',
  proposal_accepted: 'proposta_accettata',
  proposal_refused: 'proposta_respinta',
  decree_corrected: 'decreto_corretto',
  renewal_ending: 'rinnovo_in_scadenza',
  renewal_ended: 'rinnovo_concluso',
  replacement_request: 'richiesta_sostituzione',
  replaced: 'domanda_sostituita',
  replacement_refused: 'sostituzione_rifiutata',
  confirm_application: 'conferma_domanda',
  draft: 'bozza',
} as const satisfies Readonly<Record<AssociationWords['mail'], string>> & Readonly<Record<string, string>>
export type LetterKind = keyof typeof letterKinds

/** Where letters go: the certified address (PEC), which proves that they arrived, and the e-mail address that people read. */
export const letterAddressesOf = ({ pec, email }: AssociationValues): string[] => [
  ...new Set([pec, email].filter((address) => address !== undefined)),
]

// Receipts and bounces reach the mailboxes that the portal reads, where they are set up; else the register notes by hand what came back.
export const letterStates = {
  queued: 'in_coda',
  sent: 'inviata',
  delivered: 'consegnata',
  failed: 'non_consegnata',
} as const
/** A letter that was sent to an association: which, when, to which address, and what became of it. */
export const associationLetter = onWire('lettera_associazione', {
  id: [recordId, 'id_lettera'],
  kind: [enumOnWire(letterKinds), 'tipo'],
  at: [instant, 'data'],
  recipient: [z.string(), 'destinatario'],
  isCertified: [flag, 'flag_pec'],
  state: [enumOnWire(letterStates), 'stato'],
  sentAt: [z.optional(instant), 'data_invio'],
  /** Why it was not delivered, as a receipt or a bounce says. */
  failure: [z.optional(enumOnWire(deliveryReasons)), 'motivo_consegna'],
  deliveredAt: [z.optional(instant), 'data_consegna'],
})
export type AssociationLetter = z.output<typeof associationLetter>
