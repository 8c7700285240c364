import * as z from 'zod/mini'
import { filtersOnWire, oneOrMore, searchWords } from '../kit/filter-schemas.ts'
import { enumOnWire, onWire, plainDate, recordId } from '../kit/wire.ts'
import { associationStatus } from './association-status.ts'

/** An entry of the public register: what everybody may know of an enrolled association. */
export const registerEntry = onWire('ente_iscritto', {
  id: [recordId, 'id'],
  name: [z.string(), 'denominazione'],
  enrolmentNumber: [z.string(), 'numero_iscrizione'],
  status: [associationStatus, 'id_stato'],
  enrolledOn: [plainDate, 'data_iscrizione'],
  expiresOn: [plainDate, 'data_scadenza'],
  regionId: [z.optional(recordId), 'id_regione'],
  region: [z.optional(z.string()), 'regione'],
  groundIds: [z.array(recordId), 'id_ground'],
  grounds: [z.array(z.string()), 'ground'],
  website: [z.optional(z.string()), 'sito_web'],
})
export type RegisterEntry = z.output<typeof registerEntry>

const registerStep = onWire('tappa_iscrizione', {
  kind: [
    enumOnWire({ enrolled: 'iscrizione', renewed: 'rinnovo', expired: 'scadenza', removed: 'cancellazione' }),
    'tipo',
  ],
  on: [plainDate, 'data'],
})
/** An entry with the history of its enrolment. */
export const registerEntryDetail = onWire('scheda_ente_iscritto', {
  entry: [registerEntry, 'ente'],
  history: [z.array(registerStep), 'storia'],
})
export type RegisterEntryDetail = z.output<typeof registerEntryDetail>

// biome-ignore format: a table
export const registerFilters = filtersOnWire('filtri_registro', {
  name:     [z.optional(searchWords), 'denominazione'],
  regions:  [oneOrMore(recordId, 100), 'regione'],
  grounds:  [oneOrMore(recordId, 100), 'ground'],
  statuses: [oneOrMore(associationStatus, 9), 'stato'],
})
export type RegisterFilters = z.output<typeof registerFilters>
export const registerSorts = { name: 'denominazione', enrolledOn: 'data_iscrizione' } as const
