import type { SealedOfficeKey, SealedReportField } from '@portal/contract'
import { excerptOf } from './excerpt.rules.ts'

/** The names of a report that lists of cases show. */
export const listedNames = [
  'organisationName',
  'firstName',
  'lastName',
  'victimFirstName',
  'victimLastName',
] as const satisfies readonly (SealedReportField | SealedOfficeKey)[]

/** The sealed fields that lists of cases show: the names, and the first words of the narrative. */
export const listedFields = ['message', ...listedNames] as const
type ListedValues = { readonly [K in (typeof listedFields)[number]]?: string | null | undefined }

/** What lists of cases show of a report. */
export type ReportListing = { readonly [K in (typeof listedNames)[number]]?: string } & { readonly excerpt?: string }

/** What lists show of a report, nothing of blank fields; undefined where it has none of the fields. */
export function listingOf({ message, ...report }: ListedValues): ReportListing | undefined {
  const isEmpty = [message, ...listedNames.map((name) => report[name])].every((value) => (value ?? null) === null)
  if (isEmpty) return undefined
  const names = listedNames.flatMap((name) => (report[name] ? [[name, report[name]] as const] : []))
  const excerpt = excerptOf(message ?? null)
  return { ...Object.fromEntries(names), ...(excerpt !== undefined && { excerpt }) }
}
