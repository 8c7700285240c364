import { type Form, organisationForm, personForm, type RegistryKind } from '@portal/contract'
import type { Tables } from '#platform/database/tables.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import { sealedOrganisations, sealedPeople } from './sealed-persons.ts'

/** How a kind of record is kept, told from others, and found. */
export interface KindOfRecord {
  readonly table: keyof Tables & ('naturalPersons' | 'legalPersons')
  readonly tokens: string
  readonly sealed: AnySealedTable
  readonly form: Form
  /** The field that one record alone may have, and its column. */
  readonly code: string
  readonly codeColumn: 'taxCodeToken' | 'vatToken'
  /** The fields that words are looked for in. */
  readonly names: readonly string[]
  readonly mails: readonly string[]
  readonly phones: readonly string[]
}

/** The two registries (decisions §7): they differ in what is kept, in nothing else. */
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

/** A tax code or a VAT number, as it is compared: capitals, without spaces. */
export const asCode = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** The fields that a text is looked for in: by what it looks like (a code, a mail address, a telephone number), else by name. */
export function fieldsFor({ code, names, mails, phones }: KindOfRecord, text: string): readonly string[] {
  const told = asCode(text)
  if (/^([A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]|\d{11})$/.test(told))
    return /^\d/.test(told) ? [code, ...phones] : [code]
  if (told.includes('@')) return mails
  return /^\+?[\d./-]{5,}$/.test(told) ? phones : names
}
