import { type CaseKey, type RegistryKind, registryLinks } from '@portal/contract'

/** The kind of record that a field of a case names; undefined where it names none. */
export const recordKindOf = (key: CaseKey): RegistryKind | undefined =>
  (registryLinks as Partial<Record<CaseKey, RegistryKind>>)[key]

type Draft = Readonly<Record<string, unknown>>

/** What the case tells of whom a record is of, under the names that the record has for it. */
export function knownOf(key: CaseKey, draft: object): Draft {
  const { reporterTaxCode, victimFirstName, victimLastName, victimTaxCode, victimBirthDate, ...told } = draft as Draft
  if (key !== 'victimPersonId') return { ...told, taxCode: reporterTaxCode }
  return {
    firstName: victimFirstName,
    lastName: victimLastName,
    taxCode: victimTaxCode,
    birthDate: victimBirthDate,
  }
}
