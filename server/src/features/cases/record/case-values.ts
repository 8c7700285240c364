import {
  type CaseKey,
  type CaseValues,
  type ClearOfficeKey,
  caseFields,
  clearOfficeKeys,
  defaults,
  type Field,
  type StoredReportKey,
  sealedOfficeKeys,
  storedReportKeys,
} from '@portal/contract'
import { sealedReports } from '#features/reports/index.ts'

/** What a case is that says nothing else: it came by 'Altro' of the list of channels. */
export const usual = { channelId: 99, profile: defaults.reporterTypeId, language: defaults.languageId } as const

/** Columns of `cases` that a form knows by another name. */
const ownColumns = { profile: 'reporterTypeId', language: 'languageId' } as const

/** What of a case is written in `cases`, and what beside the report. */
export const caseColumns = clearOfficeKeys
export const reportColumns: readonly (StoredReportKey | (typeof sealedOfficeKeys)[number])[] = [
  ...storedReportKeys,
  ...sealedOfficeKeys,
]

/** What stands beside the report. */
export const isToldBeside = (key: CaseKey): boolean => reportColumns.some((column) => column === key)
/** What search tokens are made of: words by their language. */
export const isFoundBy = (key: CaseKey): boolean => key === 'language' || key in sealedReports.tokens.of

const isTold = (key: string) => Object.hasOwn(caseFields, key)

/**
 * Everything that is told and written of a case, from its rows; nobody is named as the offender unless the office says so
 * (specification 2 §3). Once its persons are gone the event has only a month, which is
 * told as no day.
 */
export function valuesOf(row: object & { readonly pseudonymisedAt: Date | null }): CaseValues {
  const named = Object.entries(ownColumns).map(([key, column]) => [key, (row as Record<string, unknown>)[column]])
  const told = [...Object.entries(row).filter(([key]) => isTold(key)), ...named]
  const filled = told.filter(
    ([key, value]) => value !== null && value !== undefined && !(row.pseudonymisedAt && key === 'eventDate'),
  )
  return { isOffenderUnnamed: true, ...Object.fromEntries(filled) }
}

const fieldOf = (key: string): Field | undefined => (caseFields as Readonly<Record<string, Field>>)[key]

/** Lines go to the database as JSON text. */
const stored = (key: CaseKey, value: unknown) =>
  value === undefined ? null : fieldOf(key)?.kind === 'lines' ? JSON.stringify(value) : value

/** The columns of `cases` that hold the values; what is absent is null. */
export function caseRowOf(values: CaseValues) {
  const columns = clearOfficeKeys
    .filter((key) => key !== 'channelId')
    .map((key: ClearOfficeKey) => [key, stored(key, values[key])])
  return {
    ...(Object.fromEntries(columns) as Record<Exclude<ClearOfficeKey, 'channelId'>, never>),
    channelId: values.channelId ?? usual.channelId,
    reporterTypeId: values.profile ?? usual.profile,
    languageId: values.language ?? usual.language,
  }
}

/** What of the values stands beside the report. */
export const reportValuesOf = (values: CaseValues): CaseValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => reportColumns.some((column) => column === key)))

/** The columns beside the report that hold the values; what is absent is null. Files have rows of their own. */
export function reportRowOf(values: CaseValues): Record<(typeof reportColumns)[number], unknown> {
  const columns = reportColumns.map((key) => [key, values[key] ?? null])
  return Object.fromEntries(columns) as Record<(typeof reportColumns)[number], unknown>
}
