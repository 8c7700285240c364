import {
  type CaseKey,
  type CaseValues,
  type ClearOfficeKey,
  caseFields,
  caseForm,
  channelIds,
  clearOfficeKeys,
  defaults,
  type Field,
  type StoredReportKey,
  sealedOfficeKeys,
  storedReportKeys,
} from '@portal/contract'
import { createFormChanges } from '#platform/record/form-changes.ts'

/** The values of a case where the form leaves them out: channel 'Altro', profile and language of the portal. */
export const defaultCaseValues = {
  channelId: channelIds.other,
  profile: defaults.reporterTypeId,
  language: defaults.languageId,
} as const

/** Columns of `cases` whose name differs from the form field. */
const renamedColumns = {
  profile: 'reporterTypeId',
  language: 'languageId',
  needsAccommodation: 'isAccommodationAsked',
} as const

/** Those columns. */
export const renamedCaseColumns = Object.values(renamedColumns)

/** The column of `cases` that holds a clear field. */
export const caseColumnOf = (key: CaseKey): string => (isRenamed(key) ? renamedColumns[key] : key)
const isRenamed = (key: CaseKey): key is keyof typeof renamedColumns => Object.hasOwn(renamedColumns, key)

/** The form fields that are columns of `cases`, and those that are columns of `reports`. */
export const caseColumns = clearOfficeKeys
export const reportColumns: readonly (StoredReportKey | (typeof sealedOfficeKeys)[number])[] = [
  ...storedReportKeys,
  ...sealedOfficeKeys,
]

/** Whether a field is a column of `reports`; the profile and the language of a reporter, and that they ask for an accommodation, are columns of `cases` too. */
export const isReportColumn = (key: CaseKey): key is (typeof reportColumns)[number] =>
  reportColumns.some((column) => column === key)

/** The fields that are columns. Files have rows of their own. */
export type StoredCaseKey = Exclude<CaseKey, 'attachments'>

/** Selects the value of a field under the name of the field, from the table that the detail of a case reads it from. */
export function selectionOf(key: StoredCaseKey) {
  if (isRenamed(key)) return `cases.${renamedColumns[key]} as ${key}` as const
  return isReportColumn(key) ? (`reports.${key}` as const) : (`cases.${key}` as const)
}

/**
 * The form values of a case by the value in its row. The offender counts as unnamed unless the office named them (specification
 * 2 §3). A pseudonymised case has no date of the event: only the month is stored.
 */
export function valuesBy<K extends CaseKey>(
  keys: readonly K[],
  { pseudonymisedAt }: { readonly pseudonymisedAt: Date | null },
  storedAt: (key: K) => unknown,
): CaseValues {
  const values: Record<string, unknown> = { isOffenderUnnamed: true }
  for (const key of keys) {
    const value = storedAt(key)
    if (value !== null && value !== undefined && !(pseudonymisedAt && key === 'eventDate')) values[key] = value
  }
  return values
}

const allKeys = Object.keys(caseFields) as CaseKey[]

/** The form values of a case, from the columns of its rows. */
export function valuesOf(row: object & { readonly pseudonymisedAt: Date | null }): CaseValues {
  const stored = row as Readonly<Record<string, unknown>>
  return valuesBy(allKeys, row, (key) => stored[caseColumnOf(key)])
}

const fieldOf = (key: string): Field | undefined => (caseFields as Readonly<Record<string, Field>>)[key]

/** The columns of `cases` that hold the values; absent values are null. */
export function caseRowOf(values: CaseValues) {
  const columns = clearOfficeKeys
    .filter((key) => key !== 'channelId')
    .map((key: ClearOfficeKey) => [key, values[key] ?? null])
  return {
    ...(Object.fromEntries(columns) as Record<Exclude<ClearOfficeKey, 'channelId'>, unknown>),
    channelId: values.channelId ?? defaultCaseValues.channelId,
    reporterTypeId: values.profile ?? defaultCaseValues.profile,
    languageId: values.language ?? defaultCaseValues.language,
    isAccommodationAsked: values.needsAccommodation ?? null,
  }
}

/** The same as parameters of a statement, where lines are JSON text. */
export const caseParametersOf = (values: CaseValues): [column: string, value: unknown][] =>
  Object.entries(caseRowOf(values)).map(([column, value]) => [
    column,
    value !== null && fieldOf(column)?.kind === 'lines' ? JSON.stringify(value) : value,
  ])

/** The values that are columns of `reports`. */
export const reportValuesOf = (values: CaseValues): CaseValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => reportColumns.some((column) => column === key)))

/** The columns of `reports` that hold the values; absent values are null. Files have rows of their own. */
export function reportRowOf(values: CaseValues): Record<(typeof reportColumns)[number], unknown> {
  const columns = reportColumns.map((key) => [key, values[key] ?? null])
  return Object.fromEntries(columns) as Record<(typeof reportColumns)[number], unknown>
}

/** The changes of a case, for its history. */
export const caseChanges = createFormChanges(caseForm)
