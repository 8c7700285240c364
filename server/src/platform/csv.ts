/** One record of a file, with the number of its first line. */
export interface CsvRecord {
  line: number
  fields: string[]
}

// A quoted or a bare field and its end. The quoted form is unrolled, because a long field would exhaust the regex engine.
const fieldOf = {
  ';': /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n][^;\r\n]*|))(;|\r\n|\r|\n|$)/y,
  ',': /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n][^,\r\n]*|))(,|\r\n|\r|\n|$)/y,
}
export type Separator = keyof typeof fieldOf

/**
 * Reads separated text with fields quoted as in RFC 4180 and skips blank lines. Throws a SyntaxError with the line number
 * when a quotation mark is never closed or closes in the middle of a field.
 */
export function readCsv(text: string, separator: Separator = ';'): CsvRecord[] {
  const field = fieldOf[separator]
  const records: CsvRecord[] = []
  let record: CsvRecord = { line: 1, fields: [] }
  let line = 1
  field.lastIndex = 0
  while (field.lastIndex < text.length || record.fields.length > 0) {
    const match = field.exec(text)
    if (!match) throw new SyntaxError(`line ${line}: misplaced quotation mark`)
    const [whole, quoted, bare = '', end] = match
    record.fields.push(quoted?.replaceAll('""', '"') ?? bare)
    line += countLineBreaks(whole)
    if (end === separator) continue
    if (record.fields.length > 1 || quoted !== undefined || bare !== '') records.push(record)
    record = { line, fields: [] }
  }
  return records
}

const isFormula = /^\s*[=+\-@]|^[\t\r\n]/
/** A telephone number with its country code, which a spreadsheet takes for a number at most. */
const isPlusAndDigits = /^\+\d+$/

/** A field in quotes. Text that a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
export function quoteCsv(value: string): string {
  const guarded = isFormula.test(value) && !isPlusAndDigits.test(value) ? `'${value}` : value
  return `"${guarded.replaceAll('"', '""')}"`
}

/** A line of text separated by semicolons. */
export const csvLine = (values: readonly string[]): string => `${values.map(quoteCsv).join(';')}\r\n`

const countLineBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0
