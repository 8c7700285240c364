import {
  type AssociationKey,
  type AssociationTab,
  associationFields,
  associationForm,
  associationTabs,
  type DocumentKey,
  type Field,
  stepOf,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { associationDisplay } from '#form/association-display.ts'
import { definePlaces, type FormTexts, fieldOfPlace } from '#form/form-texts.ts'
import { associationKeys } from './association-draft.ts'

type LinesKey = 'secondaryGrounds' | 'projects' | 'contacts' | 'delegates'

export const fields: Readonly<Record<AssociationKey, Field>> = associationFields

export const associationTexts: FormTexts<AssociationKey> = {
  ...associationDisplay.texts,
  lineNameOf: (t, key, number) => t(`enrolment.lineNames.${key as LinesKey}`, { number }),
  addTextOf: (t, key) => t(`enrolment.addLine.${key as LinesKey}`),
}

export const { placeAt, errorsOf, labelOfPlace } = definePlaces<AssociationKey>(
  { fields, keys: associationKeys },
  associationTexts,
)

/** The tab of a place of the form. */
export const tabOf = (place: string): AssociationTab =>
  associationTabs.find((tab) => tab === stepOf(associationForm, fieldOfPlace(place))) ?? 'identity'

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
] as const
type HintKey = (typeof hints)[number]
const hasHint = (key: string): key is HintKey => hints.some((hint) => hint === key)

export const hintOf = (t: TFunction, key: AssociationKey) => (hasHint(key) ? t(`enrolment.hints.${key}`) : undefined)

/** What a document is, in plain words. */
export const aboutDocument = (t: TFunction, key: DocumentKey) => t(`enrolment.documents.${key}`)

/** What browsers may fill in (WCAG 1.3.5). Of the legal representative they know nothing: others may write for them. */
export const autoCompleteOf: Partial<Record<AssociationKey, string>> = {
  name: 'organization',
  email: 'email',
  phone: 'tel',
  website: 'url',
}
