import * as z from 'zod/mini'
import { filtersOnWire, oneOrMore, searchWords } from '../kit/filter-schemas.ts'
import { enumOnWire, onWire, plainDate, recordId } from '../kit/wire.ts'
import { associationStatus } from './association-status.ts'

const optionalText = z.optional(z.string())

/** How near an entry is to the municipality that was searched for, nearest first. */
export const nearness = ['municipality', 'province', 'region', 'elsewhere'] as const
export type Nearness = (typeof nearness)[number]

const entryFacts = {
  id: [recordId, 'id'],
  name: [z.string(), 'denominazione'],
  enrolmentNumber: [z.string(), 'numero_iscrizione'],
  status: [associationStatus, 'id_stato'],
  enrolledOn: [plainDate, 'data_iscrizione'],
  expiresOn: [plainDate, 'data_scadenza'],
  /** The day on which the enrolment ended, where it did. */
  endedOn: [z.optional(plainDate), 'data_fine'],
  regionId: [z.optional(recordId), 'id_regione'],
  region: [optionalText, 'regione'],
  /** The municipality of the seat, with the sign of its province: 'Prato (PO)'. */
  municipality: [optionalText, 'comune'],
  groundIds: [z.array(recordId), 'id_ground'],
  grounds: [z.array(z.string()), 'ground'],
  website: [optionalText, 'sito_web'],
  /** The telephone number and the address that the association gave for the public. */
  phone: [optionalText, 'telefono'],
  email: [optionalText, 'email'],
} as const

/** An entry of the public register: what everybody may know of an enrolled association. */
export const registerEntry = onWire('ente_iscritto', {
  ...entryFacts,
  /** Only where a municipality was searched for. */
  nearness: [
    z.optional(enumOnWire({ municipality: 'comune', province: 'provincia', region: 'regione', elsewhere: 'altrove' })),
    'vicinanza',
  ],
})
export type RegisterEntry = z.output<typeof registerEntry>

/** Why an enrolment ended, without the reasons that the office gave: `lapsed` without a renewal. */
export const registerEndings = {
  lapsed: 'scadenza',
  renewalRefused: 'rinnovo_respinto',
  requested: 'richiesta_ente',
  decided: 'decisione_ufficio',
} as const
export type RegisterEnding = keyof typeof registerEndings

const ground = onWire('ground_ente_iscritto', {
  ground: [z.string(), 'ground'],
  subGround: [optionalText, 'sotto_ground'],
})
const project = onWire('progetto_ente_iscritto', {
  name: [z.string(), 'nome'],
  fields: [z.array(z.string()), 'ambiti'],
})
const document = onWire('documento_ente_iscritto', {
  id: [z.string(), 'cmis_id'],
  type: [z.int(), 'id_tipo_allegato'],
  typeName: [z.string(), 'tipo'],
  name: [z.string(), 'nomeFile'],
})

/** An entry with everything that is public. */
export const wholeRegisterEntry = onWire('ente_iscritto_completo', {
  ...entryFacts,
  ending: [z.optional(enumOnWire(registerEndings)), 'motivo_fine'],
  legalForm: [optionalText, 'forma_giuridica'],
  /** Of 11 digits; a tax code of 16 characters is that of a person, and never public. */
  taxCode: [optionalText, 'codice_fiscale'],
  decreeNumber: [optionalText, 'numero_decreto'],
  decreeDate: [z.optional(plainDate), 'data_decreto'],
  province: [optionalText, 'provincia'],
  address: [optionalText, 'indirizzo'],
  postalCode: [optionalText, 'cap'],
  /** What the association works against; the main ground first. */
  fields: [z.array(ground), 'motivi'],
  projects: [z.array(project), 'progetti'],
  /** The documents that the office publishes. */
  documents: [z.array(document), 'documenti'],
})
export type WholeRegisterEntry = z.output<typeof wholeRegisterEntry>

const registerStep = onWire('tappa_iscrizione', {
  kind: [
    enumOnWire({
      enrolled: 'iscrizione',
      renewed: 'rinnovo',
      changed: 'modifica',
      expired: 'scadenza',
      removed: 'cancellazione',
    }),
    'tipo',
  ],
  on: [plainDate, 'data'],
})
export type RegisterStepKind = z.output<typeof registerStep>['kind']

/** An entry with the history of its enrolment. */
export const registerEntryDetail = onWire('scheda_ente_iscritto', {
  entry: [wholeRegisterEntry, 'ente'],
  history: [z.array(registerStep), 'storia'],
})
export type RegisterEntryDetail = z.output<typeof registerEntryDetail>

// biome-ignore format: a table
export const registerFilters = filtersOnWire('filtri_registro', {
  // Words of a name, or a whole tax code of 11 digits.
  name:       [z.optional(searchWords), 'denominazione'],
  regions:    [oneOrMore(recordId, 100), 'regione'],
  provinces:  [oneOrMore(recordId, 200), 'provincia'],
  // A municipality narrows nothing, and neither do region and province beside it: the nearest entries come first.
  near:       [z.optional(recordId), 'comune'],
  grounds:    [oneOrMore(recordId, 100), 'ground'],
  subGrounds: [oneOrMore(recordId, 200), 'sottoGround'],
  statuses:   [oneOrMore(associationStatus, 9), 'stato'],
})
export type RegisterFilters = z.output<typeof registerFilters>
export const registerSorts = { name: 'denominazione', enrolledOn: 'data_iscrizione', nearness: 'vicinanza' } as const
