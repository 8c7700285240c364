import {
  type Fields,
  type Form,
  type FormOf,
  type MatchReason,
  organisationForm,
  personForm,
  type RegistryKind,
  withoutHidden,
} from '@portal/contract'
import { columnName } from '#platform/protection/sealed-table.ts'
import type { TermKind } from '#platform/protection/search-terms.ts'
import { createFormChanges, type FormChanges } from '#platform/record/form-changes.ts'
import { sealedOrganisations, sealedPeople } from './sealed-persons.ts'

/** The values of a record by the names of its fields, which differ by kind. */
export type RecordValues = Readonly<Record<string, unknown>>

/** The fields of a place, by its levels. */
type Area = Readonly<Record<'nation' | 'region' | 'province' | 'city', string>>

interface Areas {
  readonly residence: Area
  readonly birth?: Area
}

/** A kind of record: its form, and from the declaration of its table the unique code and the fields to search. */
function kindOfRecord(sealed: typeof sealedPeople | typeof sealedOrganisations, form: Form, areas: Areas) {
  const { table, tokens, unique } = sealed
  const [[code, codeColumn]] = Object.entries(unique) as [[string, string]]
  const fieldsOf = (kind: TermKind) => Object.entries(tokens.of).flatMap(([key, of]) => (of === kind ? [key] : []))
  return {
    table,
    sealed,
    form,
    code,
    codeColumn,
    areas,
    changes: createFormChanges(form as FormOf<Fields>) as FormChanges<RecordValues>,
    tokens: columnName(tokens.table),
    names: fieldsOf('anyScriptName'),
    mails: fieldsOf('email'),
    phones: fieldsOf('phone'),
    birthDate: fieldsOf('date')[0],
  }
}
export type KindOfRecord = ReturnType<typeof kindOfRecord>

/** The two registries (decisions §7); they differ in their fields only. */
export const kindsOfRecord: Readonly<Record<RegistryKind, KindOfRecord>> = {
  person: kindOfRecord(sealedPeople, personForm, {
    residence: { nation: 'nation', region: 'region', province: 'province', city: 'city' },
    birth: { nation: 'birthNation', region: 'birthRegion', province: 'birthProvince', city: 'birthCity' },
  }),
  organisation: kindOfRecord(sealedOrganisations, organisationForm, {
    residence: {
      nation: 'organisationNation',
      region: 'organisationRegion',
      province: 'organisationProvince',
      city: 'organisationCity',
    },
  }),
}

/** Normalizes a tax code or VAT number for comparison: capitals, no spaces. */
export const asCode = (text: string) => text.replace(/\s/g, '').toUpperCase()

interface FieldsToSearch {
  readonly fields: readonly string[]
  /** Why a record is found by such a text; undefined for a name. */
  readonly reason?: MatchReason
}

/** The fields to search, by the form of the text: a code, a mail address, a telephone number, else a name. */
export function fieldsFor({ code, names, mails, phones }: KindOfRecord, text: string): FieldsToSearch {
  const normalized = asCode(text)
  if (/^([A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]|\d{11})$/.test(normalized))
    return { fields: /^\d/.test(normalized) ? [code, ...phones] : [code], reason: 'code' }
  if (normalized.includes('@')) return { fields: mails, reason: 'email' }
  return /^\+?[\d./-]{5,}$/.test(normalized) ? { fields: phones, reason: 'phone' } : { fields: names }
}

/** The visible values, with the code normalized for comparison. */
export function normalizeValues({ code, form }: KindOfRecord, input: RecordValues): RecordValues {
  const values: RecordValues = withoutHidden(form, input)
  return typeof values[code] === 'string' ? { ...values, [code]: asCode(values[code]) } : values
}
