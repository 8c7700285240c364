import * as z from 'zod/mini'
import { filtersOnWire, oneOrMore, refuseReversed, searchWords } from '../kit/filter-schemas.ts'
import { enumOnWire, flag, namesOf, plainDate, recordId } from '../kit/wire.ts'
import { associationStatus, associationStatusIds } from './association-status.ts'
import { registerTurnWords } from './register-queue.ts'

const optionalDay = z.optional(plainDate)
const words = z.optional(searchWords)

// biome-ignore format: a table
const clear = {
  statuses:      [oneOrMore(associationStatus, Object.keys(associationStatusIds).length), 'stato_richiesta'],
  regions:       [oneOrMore(recordId, 100), 'regione'],
  grounds:       [oneOrMore(recordId, 100), 'ground'],
  id:            [z.optional(recordId), 'id_persona_giuridica'],
  name:          [words, 'ragione_sociale'],
  requestedFrom: [optionalDay, 'data_richiesta_da'],
  requestedTo:   [optionalDay, 'data_richiesta_a'],
  enrolledFrom:  [optionalDay, 'data_iscrizione_da'],
  enrolledTo:    [optionalDay, 'data_iscrizione_a'],
  renewedFrom:   [optionalDay, 'data_rinnovo_da'],
  renewedTo:     [optionalDay, 'data_rinnovo_a'],
  // The last change of status.
  eventFrom:     [optionalDay, 'data_evento_da'],
  eventTo:       [optionalDay, 'data_evento_a'],
  isLate:        [z.optional(flag), 'in_ritardo'],
  // A change of what the decree rests on waits for the register.
  hasProposal:   [z.optional(flag), 'con_proposta'],
  isRemovalRequested: [z.optional(flag), 'cancellazione_richiesta'],
  // Every document that the approval needs is checked.
  isCheckComplete: [z.optional(flag), 'verifica_completa'],
  // Who takes a next step.
  turns:         [oneOrMore(enumOnWire(registerTurnWords), Object.keys(registerTurnWords).length), 'tocca_a'],
  // The enrolment ends soon.
  isExpiring:    [z.optional(flag), 'in_scadenza'],
  // A renewal waits for documents of the association.
  isRenewalWaiting: [z.optional(flag), 'rinnovo_in_attesa'],
} as const

/** The filters on data of persons, which are searched by tokens; the site never puts them in an address. */
// biome-ignore format: a table
const sealed = {
  number:         [words, 'piva'],
  representative: [words, 'legale_rappresentante'],
  email:          [words, 'email'],
} as const

/** The wire name of each filter. */
export const associationFilterNames = namesOf({ ...clear, ...sealed })
const checkRanges = refuseReversed(associationFilterNames, [
  ['requestedFrom', 'requestedTo'],
  ['enrolledFrom', 'enrolledTo'],
  ['renewedFrom', 'renewedTo'],
  ['eventFrom', 'eventTo'],
])

/** The filters of the lists of associations (specification 2 §3). */
export const associationFilters = filtersOnWire('filtri_associazioni', { ...clear, ...sealed }).check(checkRanges)
export type AssociationFilters = z.output<typeof associationFilters>
export const sealedAssociationFilters = Object.keys(sealed) as (keyof typeof sealed)[]
