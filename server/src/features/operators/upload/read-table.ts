import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { readCsv, type Separator } from '#platform/csv.ts'
import type { FileRow } from './upload.rules.ts'

/** The rows below the heading of a file, or why they cannot be read. */
export type Table =
  | { readonly heading: readonly string[]; readonly rows: readonly FileRow[]; readonly sheet?: string | undefined }
  | { readonly error: 'file_non_leggibile' | 'file_vuoto' | 'troppe_righe' }

const unpackedAtMost = 20 * 1024 * 1024
const widestRow = 100

interface RawRow {
  readonly row: number
  readonly values: readonly unknown[]
}

const unreadable = { error: 'file_non_leggibile' } as const

export interface TableFile {
  readonly bytes: Uint8Array
  readonly rowsAtMost: number
  /** Also names the sheet of a workbook. */
  readonly withSheet?: boolean
}

/** Reads a file for the process of the parser. */
export async function readTableFile({ bytes: view, rowsAtMost, withSheet }: TableFile): Promise<Table> {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength)
  const table = await readTable(bytes, rowsAtMost)
  return 'error' in table || !withSheet || !isPacked(bytes) ? table : { ...table, sheet: await nameOfSheet(bytes) }
}

const isPacked = (bytes: Buffer) => bytes.subarray(0, 2).toString('latin1') === 'PK'

/** The name of the sheet that is read: the first one. */
async function nameOfSheet(bytes: Buffer): Promise<string | undefined> {
  let name: string | undefined
  const sheets = (info: { readonly name: string }) => {
    name ??= info.name
    return false
  }
  await readXlsx(bytes, { sheets }).catch(() => undefined)
  return name
}

/** Reads a table with a heading; the bytes decide whether it is CSV or XLSX, not the file name. */
export async function readTable(bytes: Buffer, rowsAtMost: number): Promise<Table> {
  try {
    const raw = isPacked(bytes) ? await readXlsxRows(bytes, rowsAtMost) : readCsvRows(bytes)
    const [heading, ...rows] = raw
    if (!heading) return { error: 'file_vuoto' }
    if (rows.length > rowsAtMost) return { error: 'troppe_righe' }
    if (rows.length === 0) return { error: 'file_vuoto' }
    return tableOf(heading, rows)
  } catch {
    // The error message of the library may repeat content of the file.
    return unreadable
  }
}

function tableOf(heading: RawRow, rows: readonly RawRow[]): Table {
  const names = heading.values.map((value) => textOf(value).toLowerCase())
  const cellsOf = ({ row, values }: RawRow): FileRow => ({
    row,
    cells: Object.fromEntries(names.flatMap((name, column) => (name ? [[name, cellText(name, values[column])]] : []))),
  })
  return { heading: names.filter(Boolean), rows: rows.map(cellsOf) }
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? '1' : '0'
  return value === null || value === undefined ? '' : String(value).trim()
}

const serialDayMs = 24 * 60 * 60 * 1000
// Day 0 of spreadsheets.
const dayZero = Date.UTC(1899, 11, 30)

/** The names of columns with days; a path ends in such a name. */
const isDay = /(^|\.)data_/

/** Converts the day number of a spreadsheet. */
const cellText = (name: string, value: unknown) =>
  typeof value === 'number' && isDay.test(name)
    ? new Date(dayZero + Math.floor(value) * serialDayMs).toISOString()
    : textOf(value)

async function readXlsxRows(bytes: Buffer, rowsAtMost: number): Promise<RawRow[]> {
  const size = declaredSize(bytes)
  if (size === undefined || size > unpackedAtMost) throw new Error('A zip file that is none, or unpacks to too much.')
  const rows: RawRow[] = []
  let seen = 0
  for await (const { index, values } of streamXlsxRows(bytes)) {
    seen += 1
    if (values.length > widestRow) throw new Error('A row that is too wide.')
    if (values.some((value) => textOf(value) !== '')) rows.push({ row: index + 1, values })
    // Rows of empty cells count too: a file may have a million of them.
    if (rows.length > rowsAtMost + 1 || seen > 4 * rowsAtMost) break
  }
  return rows
}

function readCsvRows(bytes: Buffer): RawRow[] {
  if (bytes.includes(0)) throw new Error('Bytes that are no text.')
  const text = decode(bytes)
  const records = readCsv(text, separatorOf(text))
  return records
    .filter(({ fields }) => fields.some((field) => field.trim() !== ''))
    .map(({ line, fields }) => ({ row: line, values: fields }))
}

/** Decodes UTF-8 with or without a byte order mark, else the encoding of Italian spreadsheets. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function separatorOf(text: string): Separator {
  const [heading = ''] = text.split(/[\r\n]/, 1)
  return heading.includes(';') ? ';' : ','
}

// Fields of the zip format, by offset (APPNOTE.TXT 4.3).
const endSignature = 0x06054b50
const endBytes = 22
const longestComment = 0xffff
const entrySignature = 0x02014b50
const entryBytes = 46
const zip64Marker = 0xffffffff

/** Offset of the end record; undefined in bytes that are not a zip file. */
function findEnd(bytes: Buffer): number | undefined {
  const lowest = Math.max(0, bytes.length - endBytes - longestComment)
  for (let at = bytes.length - endBytes; at >= lowest; at--) if (bytes.readUInt32LE(at) === endSignature) return at
  return undefined
}

/**
 * Total unpacked size that a zip file declares; undefined where it declares none or is not a zip file. The reader must check
 * each entry against its declared size.
 */
export function declaredSize(bytes: Buffer): number | undefined {
  const end = findEnd(bytes)
  if (end === undefined) return undefined
  let sum = 0
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + entryBytes > bytes.length || bytes.readUInt32LE(at) !== entrySignature) return undefined
    const [packed, unpacked] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    const isUndeclared = packed === zip64Marker || unpacked === zip64Marker || (packed === 0) !== (unpacked === 0)
    const emptyDeflated = packed === 2 && unpacked === 0
    if (isUndeclared && !emptyDeflated) return undefined
    sum += unpacked
    at += entryBytes + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return sum
}
