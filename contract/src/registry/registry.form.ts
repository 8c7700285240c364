import { defineForm, type Fields, type ValuesOf } from '../kit/form.ts'
import { defaults, limits } from '../kit/limits.ts'
import { type SealedKeyOf, sealedKeysOf } from '../kit/sealed-fields.ts'
import { isNoTaxCode } from '../kit/tax-code.ts'

/** Kinds of registry record: a natural person (PF) or a legal person (PG). */
export const registryKinds = { person: 'fisica', organisation: 'giuridica' } as const
export type RegistryKind = keyof typeof registryKinds

// biome-ignore format: a table
export const personFields = {
  firstName:     { kind: 'text',   wire: 'nome', max: 100 },
  lastName:      { kind: 'text',   wire: 'cognome', max: 100 },
  taxCode:       { kind: 'text',   wire: 'codice_fiscale', max: limits.taxCodeCharacters },
  birthDate:     { kind: 'date',   wire: 'data_nascita', past: true, personal: true },
  birthNation:   { kind: 'choice', wire: 'nascita.id_nazione', list: 'nation', place: 'birth' },
  birthRegion:   { kind: 'choice', wire: 'nascita.id_regione', list: 'region', place: 'birth' },
  birthProvince: { kind: 'choice', wire: 'nascita.id_provincia', list: 'province', parent: 'birthRegion', place: 'birth' },
  birthCity:     { kind: 'choice', wire: 'nascita.id_citta', list: 'city', parent: 'birthProvince', place: 'birth', personal: true },
  email:         { kind: 'email',  wire: 'anagrafica.email' },
  phone:         { kind: 'phone',  wire: 'anagrafica.recapito_pri' },
  otherPhone:    { kind: 'phone',  wire: 'anagrafica.recapito_sec' },
  nation:        { kind: 'choice', wire: 'anagrafica.id_nazione', list: 'nation' },
  region:        { kind: 'choice', wire: 'anagrafica.id_regione', list: 'region' },
  province:      { kind: 'choice', wire: 'anagrafica.id_provincia', list: 'province', parent: 'region' },
  city:          { kind: 'choice', wire: 'anagrafica.id_citta', list: 'city', parent: 'province', personal: true },
  address:       { kind: 'text',   wire: 'anagrafica.indirizzo', max: 200 },
  postalCode:    { kind: 'text',   wire: 'anagrafica.cap', max: 10 },
} as const satisfies Fields

// biome-ignore format: a table
export const organisationFields = {
  organisationName:       { kind: 'text',      wire: 'ragione_sociale', max: 200 },
  organisationVat:        { kind: 'vatNumber', wire: 'piva' },
  legalRepresentative:    { kind: 'text',      wire: 'personaGiuridicaLegaleRappresentante.cognome', max: 200 },
  contactPerson:          { kind: 'text',      wire: 'soggetto_da_contattare', max: 200 },
  organisationEmail:      { kind: 'email',     wire: 'anagrafica.email' },
  organisationPhone:      { kind: 'phone',     wire: 'anagrafica.recapito_pri' },
  organisationOtherPhone: { kind: 'phone',     wire: 'anagrafica.recapito_sec' },
  organisationNation:     { kind: 'choice',    wire: 'anagrafica.id_nazione', list: 'nation' },
  organisationRegion:     { kind: 'choice',    wire: 'anagrafica.id_regione', list: 'region' },
  organisationProvince:   { kind: 'choice',    wire: 'anagrafica.id_provincia', list: 'province', parent: 'organisationRegion' },
  organisationCity:       { kind: 'choice',    wire: 'anagrafica.id_citta', list: 'city', parent: 'organisationProvince', personal: true },
  organisationAddress:    { kind: 'text',      wire: 'anagrafica.indirizzo', max: 200 },
  organisationPostalCode: { kind: 'text',      wire: 'anagrafica.cap', max: 10 },
} as const satisfies Fields

/** A natural person in the registry; several cases can refer to one record. */
export type Person = ValuesOf<typeof personFields>
export type SealedPersonKey = SealedKeyOf<typeof personFields>
export const sealedPersonKeys = sealedKeysOf(personFields)

/** A legal person in the registry. */
export type Organisation = ValuesOf<typeof organisationFields>
export type SealedOrganisationKey = SealedKeyOf<typeof organisationFields>
export const sealedOrganisationKeys = sealedKeysOf(organisationFields)

const inItaly = (nation: number | undefined) => (nation ?? defaults.nationId) === defaults.nationId
const bornInItaly = ({ birthNation }: Person) => inItaly(birthNation)
const livesInItaly = ({ nation }: Person) => inItaly(nation)
const isOfItaly = ({ organisationNation }: Organisation) => inItaly(organisationNation)

// biome-ignore format: a table
export const personForm = defineForm(personFields)([
  { id: 'person', fields: [
    { key: 'lastName',      group: 'identity', required: true },
    { key: 'firstName',     group: 'identity', required: true },
    { key: 'taxCode',       group: 'identity' },
    { key: 'birthDate',     group: 'identity' },
    { key: 'birthNation',   group: 'birth' },
    { key: 'birthRegion',   group: 'birth', showWhen: bornInItaly },
    { key: 'birthProvince', group: 'birth', showWhen: bornInItaly },
    { key: 'birthCity',     group: 'birth', showWhen: bornInItaly },
    { key: 'email',         group: 'contacts' },
    { key: 'phone',         group: 'contacts' },
    { key: 'otherPhone',    group: 'contacts' },
    { key: 'nation',        group: 'residence' },
    { key: 'region',        group: 'residence', showWhen: livesInItaly },
    { key: 'province',      group: 'residence', showWhen: livesInItaly },
    { key: 'city',          group: 'residence', showWhen: livesInItaly },
    { key: 'address',       group: 'residence' },
    { key: 'postalCode',    group: 'residence' },
  ] },
], [
  { at: 'taxCode', message: 'codice_fiscale_non_valido', broken: ({ taxCode }) => isNoTaxCode(taxCode) },
])

// biome-ignore format: a table
export const organisationForm = defineForm(organisationFields)([
  { id: 'organisation', fields: [
    { key: 'organisationName',       group: 'identity', required: true },
    { key: 'organisationVat',        group: 'identity' },
    { key: 'legalRepresentative',    group: 'identity' },
    { key: 'contactPerson',          group: 'identity' },
    { key: 'organisationEmail',      group: 'contacts' },
    { key: 'organisationPhone',      group: 'contacts' },
    { key: 'organisationOtherPhone', group: 'contacts' },
    { key: 'organisationNation',     group: 'residence' },
    { key: 'organisationRegion',     group: 'residence', showWhen: isOfItaly },
    { key: 'organisationProvince',   group: 'residence', showWhen: isOfItaly },
    { key: 'organisationCity',       group: 'residence', showWhen: isOfItaly },
    { key: 'organisationAddress',    group: 'residence' },
    { key: 'organisationPostalCode', group: 'residence' },
  ] },
], [])
