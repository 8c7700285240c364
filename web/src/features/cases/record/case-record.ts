import { type CaseKey, type RegistryKind, registryLinks } from '@portal/contract'

/** The kind of registry record that a field of a case refers to; undefined for other fields. */
export const recordKindOf = (key: CaseKey): RegistryKind | undefined =>
  (registryLinks as Partial<Record<CaseKey, RegistryKind>>)[key]

type Draft = Readonly<Record<string, unknown>>

/** The values of the case that describe the person of a record, under the field names of the record. */
export function knownOf(key: CaseKey, draft: object): Draft {
  const { reporterTaxCode, victimFirstName, victimLastName, victimTaxCode, victimBirthDate, ...others } = draft as Draft
  if (key !== 'victimPersonId') return { ...others, taxCode: reporterTaxCode }
  return {
    firstName: victimFirstName,
    lastName: victimLastName,
    taxCode: victimTaxCode,
    birthDate: victimBirthDate,
  }
}
