import * as z from 'zod/mini'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { placeKinds } from '../kit/field.ts'
import { filtersOnWire, refuseReversed, searchWords } from '../kit/filter-schemas.ts'
import { pageBody, pageOf } from '../kit/page.ts'
import { enumOnWire, onWire, plainDate, recordId, withExamples } from '../kit/wire.ts'
import { referenceEndpoints } from '../reference/reference.endpoints.ts'
import { rolesOf } from '../session/roles.ts'
import { registryKinds } from './registry.form.ts'
import { registryWriters } from './registry-access.ts'

const wholeValue = (example: string) => z.optional(withExamples(z.string().check(z.maxLength(254)), example))
const day = z.optional(plainDate)
const choice = z.optional(recordId)

/** Where a person was born, or lives. */
export const searchPlaces = { birth: placeKinds.birth, residence: placeKinds.residence } as const
export type SearchPlace = keyof typeof searchPlaces

/** A name, the start of one, or a whole tax code, VAT number, mail address, telephone number or birth date. */
const words = { words: [z.optional(searchWords), 'parole'] } as const
const contacts = {
  email: [wholeValue('aminata@example.org'), 'email'],
  phone: [wholeValue('+393331234567'), 'telefono'],
} as const
/** The place down to the given level; the most precise id counts. */
const area = {
  nation: [choice, 'id_nazione'],
  region: [choice, 'id_regione'],
  province: [choice, 'id_provincia'],
  city: [choice, 'id_citta'],
} as const

const personFilterFields = {
  ...words,
  taxCode: [wholeValue('DNGMRA80A03H501Y'), 'codice_fiscale'],
  ...contacts,
  bornFrom: [day, 'data_nascita_da'],
  bornTo: [day, 'data_nascita_a'],
  /** Which place `nation` to `city` are: the residence by default. */
  place: [z.optional(enumOnWire(searchPlaces)), 'tipo_luogo'],
  ...area,
} as const

export const personFilters = filtersOnWire('filtri_persone_fisiche', personFilterFields).check(
  refuseReversed({ bornFrom: 'data_nascita_da', bornTo: 'data_nascita_a' }, [['bornFrom', 'bornTo']]),
)
export type PersonFilters = z.output<typeof personFilters>

export const organisationFilters = filtersOnWire('filtri_persone_giuridiche', {
  ...words,
  vat: [wholeValue('01234567897'), 'piva'],
  ...contacts,
  ...area,
})
export type OrganisationFilters = z.output<typeof organisationFilters>

/** Why a record was found: how its name matches the words of the query, and which filters it passed. */
export const matchReasons = {
  exact: 'esatto',
  start: 'inizio',
  oneLetter: 'una_lettera',
  sound: 'suono',
  similar: 'simile',
  transliteration: 'traslitterazione',
  code: 'codice',
  email: 'email',
  phone: 'telefono',
  birthDate: 'data_nascita',
  place: 'luogo',
} as const
export type MatchReason = keyof typeof matchReasons

const found = {
  /** Number of cases with this record that the caller may see. */
  cases: [z.int(), 'numero_casi'],
  reasons: [z.array(enumOnWire(matchReasons)), 'motivi'],
} as const

const personRowFields = {
  id: [recordId, 'id_persona_fisica'],
  /** One of the two names may be absent. */
  firstName: [z.optional(z.string()), 'nome'],
  lastName: [z.optional(z.string()), 'cognome'],
  taxCode: [z.optional(z.string()), 'codice_fiscale'],
  birthDate: [day, 'data_nascita'],
  ...found,
} as const
const personRow = onWire('persona_fisica_in_lista', personRowFields)
export type PersonRow = z.output<typeof personRow>

const personDetailRow = onWire('persona_fisica_in_elenco', {
  ...personRowFields,
  email: [z.optional(z.string()), 'email'],
  phone: [z.optional(z.string()), 'recapito_pri'],
  ...area,
})
export type PersonDetailRow = z.output<typeof personDetailRow>

const organisationRowFields = {
  id: [recordId, 'id_persona_giuridica'],
  organisationName: [z.string(), 'ragione_sociale'],
  organisationVat: [z.optional(z.string()), 'piva'],
  ...found,
} as const
const organisationRow = onWire('persona_giuridica_in_lista', organisationRowFields)
export type OrganisationRow = z.output<typeof organisationRow>

const organisationDetailRow = onWire('persona_giuridica_in_elenco', {
  ...organisationRowFields,
  organisationEmail: [z.optional(z.string()), 'email'],
  organisationPhone: [z.optional(z.string()), 'recapito_pri'],
  organisationNation: [choice, 'id_nazione'],
  organisationRegion: [choice, 'id_regione'],
  organisationProvince: [choice, 'id_provincia'],
  organisationCity: [choice, 'id_citta'],
})
export type OrganisationDetailRow = z.output<typeof organisationDetailRow>

const order = 'by words the best match first, else the newest'

const ofPeople = {
  method: 'POST',
  silent: true,
  audit: 'registry_list_read',
  allow: registryWriters,
  body: pageBody(personFilters),
} as const
const ofOrganisations = {
  method: 'POST',
  silent: true,
  audit: 'organisation_list_read',
  allow: rolesOf('registry'),
  body: pageBody(organisationFilters),
} as const

export const listPeople = defineEndpoint({
  ...ofPeople,
  path: '/v1/anagrafica/persone-fisiche',
  summary: `The people of the registry, or those that the filters find: ${order}.`,
  reply: pageOf(personDetailRow),
})

export const searchPeople = defineEndpoint({
  ...ofPeople,
  path: '/v1/anagrafica/persone-fisiche-light',
  summary: `The same people with fewer values, for dialogs: ${order}.`,
  reply: pageOf(personRow),
})

export const listOrganisations = defineEndpoint({
  ...ofOrganisations,
  path: '/v1/anagrafica/persone-giuridiche',
  summary: `The legal persons of the registry, or those that the filters find: ${order}.`,
  reply: pageOf(organisationDetailRow),
})

export const searchOrganisations = defineEndpoint({
  ...ofOrganisations,
  path: '/v1/anagrafica/persone-giuridiche-light',
  summary: `The same legal persons with fewer values, for dialogs: ${order}.`,
  reply: pageOf(organisationRow),
})

/** Maximum number of people that the registry offers for a caller. */
export const maxSamePeople = 5

export const findSamePeople = defineEndpoint({
  method: 'POST',
  silent: true,
  prolongs: false,
  audit: 'registry_list_read',
  allow: registryWriters,
  path: '/v1/anagrafica/stessa-persona',
  summary: `The people of the registry with the given name, telephone number or mail address, at most ${maxSamePeople}: those that share most come first.`,
  body: onWire('stessa_persona', { ...words, ...contacts }),
  reply: onWire('persone_simili', { rows: [z.array(personRow), 'listaView'] }),
})

export const getRegistryFilters = defineEndpoint({
  ...backgroundRead,
  path: '/v1/tipologiche/filtri-ricerca-anagrafica',
  summary: 'The choices of the filters of the registry; provinces and municipalities have calls of their own.',
  allow: rolesOf('registry'),
  reply: onWire('filtri_ricerca_anagrafica', {
    kinds: [z.array(enumOnWire(registryKinds)), 'listaTipoAnagrafica'],
    places: [z.array(enumOnWire(searchPlaces)), 'listaTipoLuogo'],
    nations: [referenceEndpoints.nation.reply, 'listaNazione'],
    regions: [referenceEndpoints.region.reply, 'listaRegione'],
  }),
})
