import { addressFields, addressUses, areaFields, areaUses } from '../kit/address.ts'
import { deskKinds } from '../kit/desk-kinds.ts'
import { extendForm } from '../kit/extend-form.ts'
import { defineForm, type Fields, type ValuesOf } from '../kit/form.ts'
import { limits } from '../kit/limits.ts'
import { type SealedKeyOf, sealedKeysOf } from '../kit/sealed-fields.ts'

/** Kinds of registry record: a natural person (PF) or a legal person (PG). */
export const registryKinds = { person: 'fisica', organisation: 'giuridica' } as const
export type RegistryKind = keyof typeof registryKinds

const citizenships = {
  citizenshipId: { kind: 'choice', wire: 'id_cittadinanza', list: 'citizenship', required: true },
} as const satisfies Fields

// biome-ignore format: a table
export const personFields = {
  firstName:     { kind: 'text',   wire: 'nome', max: 100 },
  lastName:      { kind: 'text',   wire: 'cognome', max: 100 },
  taxCode:       { kind: 'taxCode', wire: 'codice_fiscale' },
  birthDate:     { kind: 'date',   wire: 'data_nascita', past: true, firstYear: limits.firstYear.birth, personal: true },
  ...areaFields('birth', 'nascita', { place: 'birth' }),
  // As the paper says it, where no list has the place.
  birthPlaceText: { kind: 'text',  wire: 'nascita.luogo', max: 200 },
  citizenships:  { kind: 'lines',  wire: 'listaCittadinanza', columns: citizenships, max: 5, personal: true },
  language:      { kind: 'choice', wire: 'id_lingua', list: 'language', personal: true },
  email:         { kind: 'email',  wire: 'anagrafica.email' },
  phone:         { kind: 'phone',  wire: 'anagrafica.recapito_pri' },
  otherPhone:    { kind: 'phone',  wire: 'anagrafica.recapito_sec' },
  ...addressFields('', 'anagrafica'),
} as const satisfies Fields

// biome-ignore format: a table
export const organisationFields = {
  organisationName:       { kind: 'text',      wire: 'ragione_sociale', max: 200 },
  organisationVat:        { kind: 'vatNumber', wire: 'piva' },
  organisationType:       { kind: 'choice',    wire: 'id_tipo_anagrafica_pg', list: 'organisation_type' },
  legalRepresentative:    { kind: 'text',      wire: 'personaGiuridicaLegaleRappresentante.cognome', max: 200 },
  contactPerson:          { kind: 'text',      wire: 'soggetto_da_contattare', max: 200 },
  organisationEmail:      { kind: 'email',     wire: 'anagrafica.email' },
  organisationPec:        { kind: 'email',     wire: 'anagrafica.pec' },
  organisationPhone:      { kind: 'phone',     wire: 'anagrafica.recapito_pri' },
  organisationOtherPhone: { kind: 'phone',     wire: 'anagrafica.recapito_sec' },
  ...addressFields('organisation', 'anagrafica'),
} as const satisfies Fields

/** A natural person in the registry; several cases can refer to one record. */
export type Person = ValuesOf<typeof personFields>
export type SealedPersonKey = SealedKeyOf<typeof personFields>
export const sealedPersonKeys = sealedKeysOf(personFields)

/** A legal person in the registry. */
export type Organisation = ValuesOf<typeof organisationFields>
export type SealedOrganisationKey = SealedKeyOf<typeof organisationFields>
export const sealedOrganisationKeys = sealedKeysOf(organisationFields)

// biome-ignore format: a table
export const personForm = defineForm(personFields)([
  { id: 'person', fields: [
    { key: 'lastName',      group: 'identity' },
    { key: 'firstName',     group: 'identity' },
    { key: 'taxCode',       group: 'identity' },
    { key: 'birthDate',     group: 'identity' },
    ...areaUses('birth', 'birth'),
    { key: 'birthPlaceText', group: 'birth' },
    { key: 'citizenships',  group: 'citizenship' },
    { key: 'language',      group: 'citizenship' },
    { key: 'email',         group: 'contacts' },
    { key: 'phone',         group: 'contacts' },
    { key: 'otherPhone',    group: 'contacts' },
    ...addressUses('', 'residence'),
  ] },
], [
  { at: 'lastName', message: 'nome_o_cognome', broken: ({ lastName, firstName }) => lastName === undefined && firstName === undefined },
], deskKinds)

// biome-ignore format: a table
export const organisationForm = defineForm(organisationFields)([
  { id: 'organisation', fields: [
    { key: 'organisationName',       group: 'identity', required: true },
    { key: 'organisationVat',        group: 'identity' },
    { key: 'organisationType',       group: 'identity' },
    { key: 'legalRepresentative',    group: 'identity' },
    { key: 'contactPerson',          group: 'identity' },
    { key: 'organisationEmail',      group: 'contacts' },
    { key: 'organisationPec',        group: 'contacts' },
    { key: 'organisationPhone',      group: 'contacts' },
    { key: 'organisationOtherPhone', group: 'contacts' },
    ...addressUses('organisation', 'residence'),
  ] },
], [
], deskKinds)

const savedFields = <const W extends string>(idWire: W) =>
  ({
    recordId: { kind: 'choice', wire: idWire },
    // The version that the client read.
    version: { kind: 'count', wire: 'versione', max: 2_147_483_647 },
  }) as const satisfies Fields

const saved = [
  {
    id: 'version',
    fields: [
      { key: 'recordId', required: true },
      { key: 'version', required: true },
    ],
  },
] as const

const savedPerson = savedFields('id_persona_fisica')
/** The form with which the office saves a person. */
export const savePersonForm = extendForm(personForm, savedPerson)(saved)
export type PersonSave = Person & ValuesOf<typeof savedPerson>

const savedOrganisation = savedFields('id_persona_giuridica')
/** The form with which the office saves a legal person. */
export const saveOrganisationForm = extendForm(organisationForm, savedOrganisation)(saved)
export type OrganisationSave = Organisation & ValuesOf<typeof savedOrganisation>
