import {
  type Organisation,
  type Person,
  type SealedOrganisationKey,
  type SealedPersonKey,
  sealedOrganisationKeys,
  sealedPersonKeys,
} from '@portal/contract'
import { sealedTable } from '#platform/protection/sealed-table.ts'

export type SealedPerson = Pick<Person, SealedPersonKey>
export type SealedOrganisation = Pick<Organisation, SealedOrganisationKey>

export const sealedPeople = sealedTable<SealedPerson>()({
  table: 'naturalPersons',
  key: 'id',
  sealed: sealedPersonKeys,
  ends: { byRule: 'unnamedRecords', isOfSubject: true },
  unique: { taxCode: 'taxCodeToken' },
  tokens: {
    table: 'naturalPersonTokens',
    of: {
      firstName: 'anyScriptName',
      lastName: 'anyScriptName',
      taxCode: 'code',
      birthDate: 'date',
      email: 'email',
      phone: 'phone',
      otherPhone: 'phone',
      birthNation: 'code',
      birthRegion: 'code',
      birthProvince: 'code',
      birthCity: 'code',
      nation: 'code',
      region: 'code',
      province: 'code',
      city: 'code',
    },
  },
})

export const sealedOrganisations = sealedTable<SealedOrganisation>()({
  table: 'legalPersons',
  key: 'id',
  sealed: sealedOrganisationKeys,
  ends: { byRule: 'unnamedRecords', isOfSubject: true },
  unique: { organisationVat: 'vatToken' },
  tokens: {
    table: 'legalPersonTokens',
    of: {
      organisationName: 'anyScriptName',
      organisationVat: 'code',
      legalRepresentative: 'anyScriptName',
      contactPerson: 'anyScriptName',
      organisationEmail: 'email',
      organisationPec: 'email',
      organisationPhone: 'phone',
      organisationOtherPhone: 'phone',
      organisationNation: 'code',
      organisationRegion: 'code',
      organisationProvince: 'code',
      organisationCity: 'code',
    },
  },
})

interface SealedRegistryEvent {
  /** The fields before and after, as JSON. */
  readonly changes?: string | undefined
}

export const sealedRegistryEvents = sealedTable<SealedRegistryEvent>()({
  table: 'registryEvents',
  key: 'id',
  sealed: ['changes'],
  ends: { stay: 'the history of a record is deleted with the record' },
})
