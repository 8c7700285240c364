import { type AssociationKey, associationFields, type DocumentKey, type Field, type FieldKind } from '@portal/contract'
import type { TFunction } from 'i18next'
import { definePlaces, type FormTexts } from '#form/form-texts.ts'
import { associationDisplay } from '#record/association-display.ts'
import { associationKeys } from './association-draft.ts'
import { isPublished } from './published-documents.ts'

type LinesKey = 'secondaryGrounds' | 'projects' | 'contacts' | 'delegates'

export const fields: Readonly<Record<AssociationKey, Field>> = associationFields

// Where the public reads another word than the office, which says 'ground'.
const publicLabels = ['mainGroundId', 'mainSubGroundId', 'secondaryGrounds'] as const
const publicColumns = { groundId: 'enrolment.labels.groundId', subGroundId: 'enrolment.labels.subGroundId' } as const

/** How applicants read the fields of an association. */
export const publicDisplay: typeof associationDisplay = {
  ...associationDisplay,
  texts: {
    labelOf: (t, key) => {
      const label = publicLabels.find((one) => one === key)
      return label ? t(`enrolment.labels.${label}`) : associationDisplay.texts.labelOf(t, key)
    },
    columnsOf: (t, key) =>
      key === 'secondaryGrounds'
        ? { groundId: t(publicColumns.groundId), subGroundId: t(publicColumns.subGroundId) }
        : associationDisplay.texts.columnsOf(t, key),
  },
  headingOf: (t, group) =>
    group === 'grounds' ? t('enrolment.labels.grounds') : associationDisplay.headingOf(t, group),
}

const todos = {
  text: 'text',
  longText: 'text',
  choice: 'choice',
  date: 'date',
  count: 'count',
  amount: 'amount',
  taxCode: 'taxCode',
  organisationNumber: 'organisationNumber',
  email: 'email',
  phone: 'phone',
  consent: 'consent',
} as const
const hasTodo = (kind: FieldKind): kind is keyof typeof todos => kind in todos

export const associationTexts: FormTexts<AssociationKey> = {
  ...publicDisplay.texts,
  todoOf: (t, kind) => t(`enrolment.todo.${hasTodo(kind) ? todos[kind] : 'text'}`),
  lineNameOf: (t, key, number) => t(`enrolment.lineNames.${key as LinesKey}`, { number }),
  addTextOf: (t, key) => t(`enrolment.addLine.${key as LinesKey}`),
}

export const { placeAt, errorsOf, labelOfPlace } = definePlaces<AssociationKey>(
  { fields, keys: associationKeys },
  associationTexts,
)

const hints = [
  'number',
  'formedOn',
  'memberCount',
  'mainGroundId',
  'projects',
  'contacts',
  'delegates',
  'email',
  'pec',
  'phone',
  'contactEmail',
  'website',
] as const
type HintKey = (typeof hints)[number]
const hasHint = (key: string): key is HintKey => hints.some((hint) => hint === key)

export const hintOf = (t: TFunction, key: AssociationKey) => (hasHint(key) ? t(`enrolment.hints.${key}`) : undefined)

/** What a document is, in plain words, and that it becomes public where it does. */
export const aboutDocument = (t: TFunction, key: DocumentKey) =>
  [t(`enrolment.documents.${key}`), ...(isPublished(key) ? [t('enrolment.documentPublic')] : [])].join(' ')

/** What browsers may fill in (WCAG 1.3.5). Of the legal representative they know nothing: others may write for them. */
export const autoCompleteOf: Partial<Record<AssociationKey, string>> = {
  name: 'organization',
  email: 'email',
  phone: 'tel',
  website: 'url',
}
