import { type FormFieldError, type Report, type ReportStep, reportForm } from '@portal/contract'
import type { TFunction } from 'i18next'
import type { FormDisplay } from '#form/read-only/form-display.ts'
import { type ReportKey, reportLabel } from '#form/report-fields.ts'
import type { FieldSentence } from '#form/use-form-session.ts'
import { fieldErrorText } from '#lib/i18n/field-error-text.ts'
import { missingText } from '#lib/i18n/missing-text.ts'

type GroupName = 'organisation' | 'person' | 'contacts' | 'residence' | 'accommodation'

/** How the answers of a report are read. */
export const reportDisplay: FormDisplay<ReportKey> = {
  form: reportForm,
  texts: { labelOf: reportLabel },
  headingOf: (t, group) => t(`report.groups.${group as GroupName}`),
  stepTitleOf: (t, step) => t(`report.steps.${step as ReportStep}`),
}

// Where the wizard asks with other words than the office reads.
const asked = {
  informationRead: 'report.informationConsent',
  anonymous: 'report.anonymous',
  eventDateUnknown: 'report.dontRemember',
  language: 'report.languageChoice',
  doNotCall: 'wizard.calls.doNotCall',
  onlyToReporter: 'wizard.calls.onlyToReporter',
  needsAccommodation: 'wizard.accommodation.asked',
} as const

export const askedLabelOf = (t: TFunction, key: ReportKey) =>
  key in asked ? t(asked[key as keyof typeof asked]) : reportLabel(t, key)

type TodoName =
  | 'profile'
  | 'organisationName'
  | 'organisationVat'
  | 'legalRepresentative'
  | 'contactPerson'
  | 'organisationPhone'
  | 'message'
  | 'eventDate'
  | 'privacyConsent'
  | 'captcha'

// The errors of the intro are in the texts that are loaded with it.
const todoOf = (t: TFunction, key: string) =>
  key === 'informationRead' ? t('report.todo.informationRead') : t(`wizard.todo.${key as TodoName}`)

/** What is wrong with a field. What to do about an empty one needs no name of the field in the summary. */
export function sentenceOf(t: TFunction, fieldError: Omit<FormFieldError, 'path'>): FieldSentence {
  if (fieldError.message !== 'campo_obbligatorio') return fieldErrorText(t, fieldError)
  const text = missingText(t, todoOf(t, fieldError.key))
  return { text, summary: text }
}

type HintName =
  | `report.fieldHints.${'phone' | 'eventDate' | 'birthDate' | 'organisationVat' | 'email' | 'anonymousEmail'}`
  | 'wizard.calls.callHoursHint'
  | `wizard.accommodation.${'interpreterHint' | 'otherHint'}`

/** What is said under a field, by what was answered so far. */
const hints: Partial<Record<ReportKey, (answers: Report) => HintName>> = {
  phone: () => 'report.fieldHints.phone',
  eventDate: () => 'report.fieldHints.eventDate',
  birthDate: () => 'report.fieldHints.birthDate',
  organisationVat: () => 'report.fieldHints.organisationVat',
  email: ({ anonymous }) => (anonymous ? 'report.fieldHints.anonymousEmail' : 'report.fieldHints.email'),
  callHours: () => 'wizard.calls.callHoursHint',
  interpreter: () => 'wizard.accommodation.interpreterHint',
  otherAccommodation: () => 'wizard.accommodation.otherHint',
}
export const hintOf = (t: TFunction, key: ReportKey, answers: Report) => {
  const name = hints[key]?.(answers)
  return name && t(name)
}

/** What browsers may fill in for the person (WCAG 1.3.5). */
export const autoCompleteOf: Partial<Record<ReportKey, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  phone: 'tel',
  birthDate: 'bday',
  address: 'street-address',
  postalCode: 'postal-code',
  nation: 'country-name',
  organisationName: 'organization',
  organisationEmail: 'email',
  organisationPhone: 'tel',
}
