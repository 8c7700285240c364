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
interface IstatProblem {
  line: number
  message: string
}

export type IstatFile = { rows: IstatRow[]; problems: [] } | { rows: []; problems: IstatProblem[] }

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
  const problems: IstatProblem[] = []
  const [header, ...records] = readRecords(bytes, problems)
  const positions = header && findColumns(header, problems)
  if (!positions) return { rows: [], problems }
  const width = header.fields.length
  const body = records.filter(({ fields }) => fields.some((value) => value.trim() !== ''))
  const lineOfCode = new Map<string, number>()
  const rows = body.map(({ line, fields }) => {
    const row = toRow(fields, positions)
    const faults =
      fields.length === width
        ? [...faultsOf(row, provinces), ...duplicateCodesOf(row, line, lineOfCode)]
        : [`${fields.length} columns instead of ${width}`]
    problems.push(...faults.map((message) => ({ line, message })))
    return row
  })
  if (rows.length < atLeast) problems.push({ line: 0, message: `only ${rows.length} rows: this is not the whole list` })
  return problems.length > 0 ? { rows: [], problems } : { rows, problems: [] }
}

function readRecords(bytes: Uint8Array, problems: IstatProblem[]): CsvRecord[] {
  try {
    const records = readCsv(decode(bytes))
    if (records.length === 0) problems.push({ line: 0, message: 'the file is empty' })
    return records
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    problems.push({ line: 0, message: error.message })
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

function findColumns({ line, fields }: CsvRecord, problems: IstatProblem[]): Positions | undefined {
  // Compares the beginning of titles: footnote marks, capitals and line breaks differ between editions.
  const titles = fields.map((title) => title.replace(/\s+/g, ' ').trim().toLowerCase())
  const find = (start: string) => {
    const position = titles.findIndex((title) => title.startsWith(start))
    if (position < 0) problems.push({ line, message: `no column '${start}'` })
    return position
  }
  const positions = {
    istatCode: find('codice comune formato alfanumerico'),
    name: find('denominazione in italiano'),
    otherName: find('denominazione altra lingua'),
    province: find('sigla automobilistica'),
    belfiore: find('codice catastale del comune'),
  }
  return problems.length > 0 ? undefined : positions
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

function faultsOf(row: IstatRow, provinces: ReadonlySet<string>): string[] {
  const faults: string[] = []
  if (!row.name) faults.push('the name is missing')
  if (!/^[A-Y]\d{3}$/.test(row.belfiore)) faults.push(`'${row.belfiore}' is no Belfiore code`)
  if (!/^\d{6}$/.test(row.istatCode)) faults.push(`'${row.istatCode}' is no ISTAT code of six digits`)
  if (!provinces.has(row.province)) faults.push(`unknown province '${row.province}'`)
  return faults
}

function duplicateCodesOf(row: IstatRow, line: number, lineOfCode: Map<string, number>): string[] {
  return [row.belfiore, row.istatCode].filter(Boolean).flatMap((code) => {
    const first = lineOfCode.get(code)
    lineOfCode.set(code, first ?? line)
    return first === undefined ? [] : [`${code} is already on line ${first}`]
  })
}
