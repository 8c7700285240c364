import { addressFields, addressUses, areaFields, areaUses } from '../kit/address.ts'
import { defineForm, type Fields, type ValuesOf } from '../kit/form.ts'
import { limits } from '../kit/limits.ts'
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
  ...areaFields('birth', 'nascita', { place: 'birth' }),
  email:         { kind: 'email',  wire: 'anagrafica.email' },
  phone:         { kind: 'phone',  wire: 'anagrafica.recapito_pri' },
  otherPhone:    { kind: 'phone',  wire: 'anagrafica.recapito_sec' },
  ...addressFields('', 'anagrafica'),
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
    { key: 'lastName',      group: 'identity', required: true },
    { key: 'firstName',     group: 'identity', required: true },
    { key: 'taxCode',       group: 'identity' },
    { key: 'birthDate',     group: 'identity' },
    ...areaUses('birth', 'birth'),
    { key: 'email',         group: 'contacts' },
    { key: 'phone',         group: 'contacts' },
    { key: 'otherPhone',    group: 'contacts' },
    ...addressUses('', 'residence'),
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
    ...addressUses('organisation', 'residence'),
  ] },
], [])
