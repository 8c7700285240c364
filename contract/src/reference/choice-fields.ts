import { assistanceForm } from '../assistance/assistance.form.ts'
import { applicationForm } from '../associations/association.form.ts'
import type { Field } from '../kit/field.ts'
import type { Fields } from '../kit/form.ts'
import { reportForm } from '../reports/report.form.ts'
import type { ReferenceList } from './reference-lists.ts'

/** A field of a form that chooses from a reference list, or a column of its lines. */
export interface ChoiceField {
  readonly key: string
  readonly column?: string
  readonly list: ReferenceList
  readonly field: Field
}

/** Every choice that a form declares, those in lines too. */
export const choiceFieldsOf = (fields: Fields): ChoiceField[] =>
  Object.entries(fields).flatMap(([key, field]) => [
    ...(field.list ? [{ key, list: field.list, field }] : []),
    ...Object.entries(field.columns ?? {}).flatMap(([column, own]) =>
      own.list ? [{ key, column, list: own.list, field: own }] : [],
    ),
  ])

const publicForms = [reportForm, assistanceForm, applicationForm] as const

/** The lists from which the public chooses: their entries need a name in every language. */
export const translatedLists: readonly ReferenceList[] = [
  ...new Set<ReferenceList>([
    ...publicForms.flatMap(({ fields }) => choiceFieldsOf(fields).map(({ list }) => list)),
    'organisation_document',
  ]),
]
