import { type CsvRecord, readCsv } from '#platform/csv.ts'

/** A municipality of the official list. */
export interface IstatRow {
  belfiore: string
  istatCode: string
  name: string
  /** Name in the other official language, where there is one. */
  otherName: string | null
  /** Abbreviation of the province, such as 'RM'. */
  province: string
}

/** An error in a line of the file; line 0 means the whole file. */
interface IstatError {
  line: number
  message: string
}

export type IstatFile = { rows: IstatRow[]; lineErrors: [] } | { rows: []; lineErrors: IstatError[] }

interface Expectations {
  /** The abbreviations of the provinces that exist. */
  provinces: ReadonlySet<string>
  /** Minimum number of rows of a complete list of Italy. */
  atLeast?: number
}

type Positions = Record<keyof IstatRow, number>

/**
 * Reads the 'Elenco-comuni-italiani.csv' that ISTAT publishes (semicolons, windows-1252; UTF-8 is understood too).
 * Returns either every row or every error, never a part of the list.
 */
export function parseIstatFile(bytes: Uint8Array, { provinces, atLeast = 7500 }: Expectations): IstatFile {
  const lineErrors: IstatError[] = []
  const [header, ...records] = readRecords(bytes, lineErrors)
  const positions = header && findColumns(header, lineErrors)
  if (!positions) return { rows: [], lineErrors }
  const width = header.fields.length
  const body = records.filter(({ fields }) => fields.some((value) => value.trim() !== ''))
  const lineOfCode = new Map<string, number>()
  const rows = body.map(({ line, fields }) => {
    const row = toRow(fields, positions)
    const errors =
      fields.length === width
        ? [...errorsOf(row, provinces), ...duplicateCodesOf(row, line, lineOfCode)]
        : [`${fields.length} columns instead of ${width}`]
    lineErrors.push(...errors.map((message) => ({ line, message })))
    return row
  })
  if (rows.length < atLeast)
    lineErrors.push({ line: 0, message: `only ${rows.length} rows: this is not the whole list` })
  return lineErrors.length > 0 ? { rows: [], lineErrors } : { rows, lineErrors: [] }
}

function readRecords(bytes: Uint8Array, lineErrors: IstatError[]): CsvRecord[] {
  try {
    const records = readCsv(decode(bytes))
    if (records.length === 0) lineErrors.push({ line: 0, message: 'the file is empty' })
    return records
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    lineErrors.push({ line: 0, message: error.message })
    return []
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function findColumns({ line, fields }: CsvRecord, lineErrors: IstatError[]): Positions | undefined {
  // Compares the beginning of titles: footnote marks, capitals and line breaks differ between editions.
  const titles = fields.map((title) => title.replace(/\s+/g, ' ').trim().toLowerCase())
  const find = (start: string) => {
    const position = titles.findIndex((title) => title.startsWith(start))
    if (position < 0) lineErrors.push({ line, message: `no column '${start}'` })
    return position
  }
  const positions = {
    istatCode: find('codice comune formato alfanumerico'),
    name: find('denominazione in italiano'),
    otherName: find('denominazione altra lingua'),
    province: find('sigla automobilistica'),
    belfiore: find('codice catastale del comune'),
  }
  return lineErrors.length > 0 ? undefined : positions
}

function toRow(fields: string[], positions: Positions): IstatRow {
  const read = (column: keyof IstatRow) => fields[positions[column]]?.trim() ?? ''
  return {
    belfiore: read('belfiore'),
    istatCode: read('istatCode'),
    name: read('name'),
    otherName: read('otherName') || null,
    province: read('province'),
  }
}

function errorsOf(row: IstatRow, provinces: ReadonlySet<string>): string[] {
  const errors: string[] = []
  if (!row.name) errors.push('the name is missing')
  if (!/^[A-Y]\d{3}$/.test(row.belfiore)) errors.push(`'${row.belfiore}' is no Belfiore code`)
  if (!/^\d{6}$/.test(row.istatCode)) errors.push(`'${row.istatCode}' is no ISTAT code of six digits`)
  if (!provinces.has(row.province)) errors.push(`unknown province '${row.province}'`)
  return errors
}

function duplicateCodesOf(row: IstatRow, line: number, lineOfCode: Map<string, number>): string[] {
  return [row.belfiore, row.istatCode].filter(Boolean).flatMap((code) => {
    const first = lineOfCode.get(code)
    lineOfCode.set(code, first ?? line)
    return first === undefined ? [] : [`${code} is already on line ${first}`]
  })
}
