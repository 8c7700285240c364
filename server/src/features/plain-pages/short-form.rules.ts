import {
  type FormFieldError,
  type Language,
  languageIdOf,
  type PlainDate,
  profiles,
  type Report,
  type ReportDraft,
  readDraft,
  reportFields,
  reportForm,
  withoutHidden,
} from '@portal/contract'
import { type Posted, textIn } from './posted.ts'

/** Any of them asks for an accommodation. */
const accommodationFields = [
  'interpreter',
  'signLanguage',
  'easyLanguage',
  'accessiblePlace',
  'otherAccommodation',
] as const satisfies (keyof Report)[]

/** The fields of the short report. Associations need more fields and use the whole form. */
export const shortFields = [
  'profile',
  'message',
  'eventDate',
  'eventYearConfirmed',
  'eventDateUnknown',
  'anonymous',
  'firstName',
  'lastName',
  'email',
  'phone',
  'doNotCall',
  'callHours',
  'onlyToReporter',
  ...accommodationFields,
  'informationRead',
  'privacyConsent',
] satisfies (keyof Report)[]
export type ShortField = (typeof shortFields)[number]

export const shortProfiles: readonly number[] = [profiles.victim, profiles.reporter, profiles.witness]
export const dateParts = ['giorno', 'mese', 'anno'] as const

/** The control name of a field: its wire path. */
export const nameOf = (key: ShortField) => reportFields[key].wire
export const partName = (part: (typeof dateParts)[number]) => `${nameOf('eventDate')}.${part}`

/** The names of all controls with a value of the report. */
export const formNames: readonly string[] = [...shortFields.map(nameOf), ...dateParts.map(partName)]

function valueIn(posted: Posted, key: ShortField): unknown {
  const text = textIn(posted, nameOf(key))
  const { kind } = reportFields[key]
  if (kind === 'flag' || kind === 'consent') return text === '1'
  if (kind === 'choice') return shortProfiles.includes(Number(text)) ? Number(text) : undefined
  if (kind !== 'date') return text
  const parts = dateParts.map((part) => textIn(posted, partName(part)).trim())
  return parts.some((part) => part !== '') ? parts.join('/') : ''
}

/** Without scripts no answer opens further questions, so that the form has none of its own for this. */
export const asksAccommodation = (posted: Posted) => accommodationFields.some((key) => Boolean(valueIn(posted, key)))

export interface ShortReport {
  readonly report: Report
  readonly fieldErrors: readonly FormFieldError[]
}

/** Reads and validates a posted form by the rules of the whole form; the page's language becomes the report's. */
export function readShortReport(posted: Posted, language: Language, today: PlainDate): ShortReport {
  const draft: ReportDraft = {
    ...Object.fromEntries(shortFields.map((key) => [key, valueIn(posted, key)])),
    needsAccommodation: asksAccommodation(posted),
    language: languageIdOf(language),
  }
  const { values, fieldErrors } = readDraft(reportForm, draft, today)
  return { report: withoutHidden(reportForm, values), fieldErrors }
}
