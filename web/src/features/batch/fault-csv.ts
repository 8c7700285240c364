import type { UploadRun } from '@portal/contract'

type Fault = UploadRun['faults'][number]

/** Quoted; what a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
const cell = (value: string | number) => {
  const text = String(value)
  return `"${(/^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** The faults of a file as CSV: with a mark for UTF-8 and semicolons, as an Italian spreadsheet expects. */
export const faultCsv = (headings: readonly string[], faults: readonly Fault[]): string => {
  const rows = faults.map(({ row, field, message }) => [row, field, message])
  return `\uFEFF${[headings, ...rows].map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`
}
