import { type Form, organisationForm, personForm, type RegistryKind } from '@portal/contract'
import type { Tables } from '#platform/database/tables.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import { sealedOrganisations, sealedPeople } from './sealed-persons.ts'

/** Storage, unique code and search fields of a kind of record. */
export interface KindOfRecord {
  readonly table: keyof Tables & ('naturalPersons' | 'legalPersons')
  readonly tokens: string
  readonly sealed: AnySealedTable
  readonly form: Form
  /** The unique field, and its column. */
  readonly code: string
  readonly codeColumn: 'taxCodeToken' | 'vatToken'
  /** The fields that a search by name reads. */
  readonly names: readonly string[]
  readonly mails: readonly string[]
  readonly phones: readonly string[]
}

/** The two registries (decisions §7); they differ in their fields only. */
export const kindsOfRecord: Readonly<Record<RegistryKind, KindOfRecord>> = {
  person: {
    table: 'naturalPersons',
    tokens: 'natural_person_tokens',
    sealed: sealedPeople,
    form: personForm,
    code: 'taxCode',
    codeColumn: 'taxCodeToken',
    names: ['firstName', 'lastName'],
    mails: ['email'],
    phones: ['phone', 'otherPhone'],
  },
  organisation: {
    table: 'legalPersons',
    tokens: 'legal_person_tokens',
    sealed: sealedOrganisations,
    form: organisationForm,
    code: 'organisationVat',
    codeColumn: 'vatToken',
    names: ['organisationName', 'legalRepresentative', 'contactPerson'],
    mails: ['organisationEmail'],
    phones: ['organisationPhone', 'organisationOtherPhone'],
  },
}

/** Normalizes a tax code or VAT number for comparison: capitals, no spaces. */
export const asCode = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** The fields to search, by the form of the text: a code, a mail address, a telephone number, else a name. */
export function fieldsFor({ code, names, mails, phones }: KindOfRecord, text: string): readonly string[] {
  const normalized = asCode(text)
  if (/^([A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]|\d{11})$/.test(normalized))
    return /^\d/.test(normalized) ? [code, ...phones] : [code]
  if (normalized.includes('@')) return mails
  return /^\+?[\d./-]{5,}$/.test(normalized) ? phones : names
}
