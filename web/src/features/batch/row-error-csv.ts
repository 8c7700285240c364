import type { UploadRun } from '@portal/contract'
import { csvOf } from '#lib/files/csv.ts'

type RowError = UploadRun['errors'][number]

/** The errors of a file as CSV. */
export const rowErrorCsv = (headings: readonly string[], errors: readonly RowError[]): string =>
  csvOf([headings, ...errors.map(({ row, field, message }) => [row, field, message])])
