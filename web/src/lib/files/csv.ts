/** Quoted; what a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
const cell = (value: string | number) => {
  const text = String(value)
  return `"${(/^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** Rows as CSV: with a mark for UTF-8 and semicolons, as an Italian spreadsheet expects. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`
