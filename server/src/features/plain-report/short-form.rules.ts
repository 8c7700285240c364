import {
  type FormIssue,
  type Language,
  languageIdOf,
  type PlainDate,
  profiles,
  type Report,
  type ReportDraft,
  readDraft,
  reportFields,
  reportForm,
  withJoinedPhones,
  withoutHidden,
} from '@portal/contract'

/** A form as a browser posts it. */
export type Posted = Readonly<Record<string, string | undefined>>

/** The fields of the short report; an association needs more of them and reports in the whole form. */
export const shortFields = [
  ...(['profile', 'message', 'eventDate', 'eventDateUnknown', 'anonymous', 'firstName', 'lastName'] as const),
  ...(['email', 'phone', 'informationRead', 'privacyConsent'] as const),
] satisfies (keyof Report)[]
export type ShortField = (typeof shortFields)[number]

export const shortProfiles: readonly number[] = [profiles.victim, profiles.reporter, profiles.witness]
export const dateParts = ['giorno', 'mese', 'anno'] as const

/** A field's name in the form is its wire path. */
export const nameOf = (key: ShortField) => reportFields[key].wire
export const partName = (part: (typeof dateParts)[number]) => `${nameOf('eventDate')}.${part}`
export const textIn = (posted: Posted, name: string) => posted[name] ?? ''

function typedIn(posted: Posted, key: ShortField): unknown {
  const text = textIn(posted, nameOf(key))
  const { kind } = reportFields[key]
  if (kind === 'flag' || kind === 'consent') return text === '1'
  if (kind === 'choice') return shortProfiles.includes(Number(text)) ? Number(text) : undefined
  if (kind !== 'date') return text
  const parts = dateParts.map((part) => textIn(posted, partName(part)).trim())
  return parts.some((part) => part !== '') ? parts.join('/') : ''
}

export interface ShortReport {
  readonly report: Report
  readonly issues: readonly FormIssue[]
}

/** What was posted as a report, judged by the rules of the whole form. The answer is wanted in the language of the page. */
export function readShortReport(posted: Posted, language: Language, today: PlainDate): ShortReport {
  const draft: ReportDraft = {
    ...Object.fromEntries(shortFields.map((key) => [key, typedIn(posted, key)])),
    language: languageIdOf(language),
  }
  const { values, issues } = readDraft(reportForm, withJoinedPhones(draft, reportFields), today)
  return { report: withoutHidden(reportForm, values), issues }
}
