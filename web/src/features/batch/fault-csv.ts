import type { UploadRun } from '@portal/contract'
import { csvOf } from '#lib/files/csv.ts'

type Fault = UploadRun['faults'][number]

/** The faults of a file as CSV. */
export const faultCsv = (headings: readonly string[], faults: readonly Fault[]): string =>
  csvOf([headings, ...faults.map(({ row, field, message }) => [row, field, message])])
