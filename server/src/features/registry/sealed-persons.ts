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

/** What the undo of a merge needs. */
export interface MergeMemory {
  /** The values of the kept record before the merge and after it. */
  readonly kept: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  /** The fields that it took from the other record. */
  readonly taken: readonly string[]
  readonly links: readonly MovedLink[]
  /** Whether the other record gave its code to the kept one. */
  readonly givesCode: boolean
}

/** A link of a case to a record, which a merge moved to another record. */
export interface MovedLink {
  readonly caseId: number
  readonly column: string
}

interface SealedMerge {
  readonly before?: MergeMemory | undefined
}

export const sealedMerges = sealedTable<SealedMerge>()({
  table: 'registryMerges',
  key: 'id',
  sealed: ['before'],
  ends: { byRule: 'mergedRecords' },
})
