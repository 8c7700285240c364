import { type CaseKey, type RegistryKind, registryLinks } from '@portal/contract'

/** The kind of registry record that a field of a case refers to; undefined for other fields. */
export const recordKindOf = (key: CaseKey): RegistryKind | undefined =>
  (registryLinks as Partial<Record<CaseKey, RegistryKind>>)[key]
