import {
  type MessageKey,
  type NewOperator,
  newOperator,
  roleCodes,
  type UploadFault,
  withoutAbsent,
} from '@portal/contract'
import * as z from 'zod/mini'

/** A row of a file by the names of its columns; it counts from 1, with the heading as the first. */
export interface FileRow {
  readonly row: number
  readonly cells: Readonly<Record<string, string>>
}

/** Columns of the file, by their names on the wire; roles in one cell, parted by |. */
export const uploadColumns = [
  'cf',
  'nome',
  'cognome',
  'mail',
  'telefono',
  'data_abilitazione',
  'flag_abilitazione',
  'ruoli',
] as const
type Column = (typeof uploadColumns)[number]
const mayBeAway: readonly string[] = ['telefono', 'data_abilitazione'] satisfies Column[]

/** Rows that an upload may have. */
export const rowsAtMost = 5000

type Code = MessageKey
interface Fault extends UploadFault {
  readonly field: Column
  readonly code: Code
}

/** A row as it was judged: the account that it makes, or what is wrong with it. */
export interface JudgedRow {
  readonly row: number
  readonly account?: NewOperator
  readonly faults: readonly Fault[]
  /** As they would be kept, whatever else is wrong with the row; undefined where they are at fault themselves. */
  readonly taxCode: string | undefined
  readonly mail: string | undefined
}

/** The faults of a heading: columns that are missing, or there twice. */
export function headingFaults(heading: readonly string[]): UploadFault[] {
  const missing = uploadColumns.filter((column) => !mayBeAway.includes(column) && !heading.includes(column))
  const twice = uploadColumns.filter((column) => heading.filter((name) => name === column).length > 1)
  return [
    ...missing.map((field) => ({ row: 1, field, code: 'colonna_mancante' })),
    ...twice.map((field) => ({ row: 1, field, code: 'campo_ripetuto' })),
  ]
}

const flags: Readonly<Record<string, number>> = {
  '1': 1,
  true: 1,
  vero: 1,
  si: 1,
  sì: 1,
  '0': 0,
  false: 0,
  falso: 0,
  no: 0,
}
const flagOf = (text: string) => flags[text.toLowerCase()] ?? text

/** A day as people write it, as it travels: midnight in UTC. What is none stays as it is, and is refused. */
function dayOf(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T00:00:00.000Z` : text
}

const wireOf = ({ cells }: FileRow) =>
  withoutAbsent({
    cf: cells.cf,
    nome: cells.nome,
    cognome: cells.cognome,
    mail: cells.mail,
    telefono: cells.telefono,
    data_abilitazione: dayOf(cells.data_abilitazione ?? ''),
    flag_abilitazione: flagOf(cells.flag_abilitazione ?? ''),
    listaRuolo: (cells.ruoli ?? '')
      .split('|')
      .map((role) => role.trim().toUpperCase())
      .filter(Boolean),
  })

/** What is told where the schema has no words of its own for a column. */
const codeOfColumn: Readonly<Partial<Record<Column, Code>>> = {
  data_abilitazione: 'data_non_valida',
  ruoli: 'ruolo_sconosciuto',
}
const ourCodes: ReadonlySet<string> = new Set<Code>([
  'codice_fiscale_non_valido',
  'campo_obbligatorio',
  'nome_troppo_lungo',
  'email_non_valida',
  'telefono_non_valido',
  'ruolo_obbligatorio',
  'ruolo_ripetuto',
])

function faultOf(row: number, cells: FileRow['cells'], issue: z.core.$ZodIssue): Fault {
  const [name] = issue.path
  const field = (name === 'listaRuolo' ? 'ruoli' : name) as Column
  if (!cells[field]) return { row, field, code: field === 'ruoli' ? 'ruolo_obbligatorio' : 'campo_obbligatorio' }
  if (ourCodes.has(issue.message)) return { row, field, code: issue.message as Code }
  return { row, field, code: codeOfColumn[field] ?? 'valore_non_valido' }
}

/** One fault for each field: the first. */
const oncePerField = (faults: readonly Fault[]) =>
  faults.filter((fault, index) => faults.findIndex(({ field }) => field === fault.field) === index)

/** Judges a row by itself, by the schema that judges what is entered on the screen. */
export function judgeRow(fileRow: FileRow): JudgedRow {
  const { row, cells } = fileRow
  const read = z.safeDecode(newOperator, wireOf(fileRow) as never)
  const faults = read.success ? [] : oncePerField(read.error.issues.map((issue) => faultOf(row, cells, issue)))
  const isRight = (column: Column) => !faults.some(({ field }) => field === column)
  return {
    row,
    ...(read.success && { account: read.data }),
    faults,
    taxCode: isRight('cf') ? cells.cf?.trim().toUpperCase() : undefined,
    mail: isRight('mail') ? cells.mail?.trim().toLowerCase() : undefined,
  }
}

/** Rows of the file that repeat another one before them. */
export function repetitions(rows: readonly JudgedRow[]): UploadFault[] {
  const seen = new Set<string>()
  const isAgain = (value: string | undefined) => {
    if (value === undefined) return false
    const isKnown = seen.has(value)
    seen.add(value)
    return isKnown
  }
  return rows.flatMap(({ row, taxCode, mail }) => [
    ...(isAgain(taxCode) ? [{ row, field: 'cf', code: 'utenza_ripetuta' }] : []),
    ...(isAgain(mail) ? [{ row, field: 'mail', code: 'mail_ripetuta' }] : []),
  ])
}

/** In the order of the file, and of its columns. */
export const inOrder = (faults: readonly UploadFault[]): UploadFault[] => {
  const place = ({ field }: UploadFault) => uploadColumns.indexOf(field as Column)
  return [...faults].sort((one, other) => one.row - other.row || place(one) - place(other))
}

/** The row of the template that shows how it is done: nothing in it begins like a formula. */
export const exampleRow: Readonly<Record<Column, string>> = {
  cf: 'RSSMRA80A01H501U',
  nome: 'Maria',
  cognome: 'Rossi',
  mail: 'maria.rossi@example.it',
  telefono: '0612345678',
  data_abilitazione: '01/01/2027',
  flag_abilitazione: '1',
  ruoli: [roleCodes.operatorOne, roleCodes.operatorTwo].join('|'),
}
