import {
  formatWireDate,
  type MessageKey,
  type NewOperator,
  newOperator,
  type RowError,
  readTypedDate,
  roleCodes,
  withoutAbsent,
} from '@portal/contract'
import * as z from 'zod/mini'

/** A row of a file, by column name; `row` counts from 1, where 1 is the heading. */
export interface FileRow {
  readonly row: number
  readonly cells: Readonly<Record<string, string>>
}

/** The columns of the file, by wire name; one cell holds all roles, separated by |. */
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

/** Maximum number of rows of an upload. */
export const rowsAtMost = 5000

type Code = MessageKey
interface OwnRowError extends RowError {
  readonly field: Column
  readonly code: Code
}

/** The result of validating a row: its account, or its errors. */
export interface JudgedRow {
  readonly row: number
  readonly account?: NewOperator
  readonly errors: readonly OwnRowError[]
  /** The normalized values, also where other columns have errors; undefined where these have errors themselves. */
  readonly taxCode: string | undefined
  readonly mail: string | undefined
}

/** The errors of a heading: missing and duplicate columns. */
export function headingErrors(heading: readonly string[]): RowError[] {
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

/** Converts a day as people write it to its wire format, midnight in UTC. Any other text stays, and is refused later. */
function dayOf(text: string): string {
  const day = readTypedDate(text)
  return day ? formatWireDate(day) : text
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

/** The error code of a column for which the schema has none. */
const codeOfColumn: Readonly<Partial<Record<Column, Code>>> = {
  data_abilitazione: 'data_non_valida',
  ruoli: 'ruolo_sconosciuto',
}
const ourCodes: ReadonlySet<string> = new Set<Code>([
  'codice_fiscale_non_valido',
  'codice_fiscale_controllo',
  'campo_obbligatorio',
  'nome_troppo_lungo',
  'email_non_valida',
  'telefono_non_valido',
  'telefono_solo_numero',
  'ruolo_obbligatorio',
  'ruolo_ripetuto',
])

function errorOf(row: number, cells: FileRow['cells'], issue: z.core.$ZodIssue): OwnRowError {
  const [name] = issue.path
  const field = (name === 'listaRuolo' ? 'ruoli' : name) as Column
  if (!cells[field]) return { row, field, code: field === 'ruoli' ? 'ruolo_obbligatorio' : 'campo_obbligatorio' }
  if (ourCodes.has(issue.message)) return { row, field, code: issue.message as Code }
  return { row, field, code: codeOfColumn[field] ?? 'valore_non_valido' }
}

/** The first error of each field. */
const oncePerField = (errors: readonly OwnRowError[]) =>
  errors.filter((error, index) => errors.findIndex(({ field }) => field === error.field) === index)

/** Validates a row by the schema of the form on the screen. */
export function judgeRow(fileRow: FileRow): JudgedRow {
  const { row, cells } = fileRow
  const read = z.safeParse(newOperator, wireOf(fileRow))
  const errors = read.success ? [] : oncePerField(read.error.issues.map((issue) => errorOf(row, cells, issue)))
  const isRight = (column: Column) => !errors.some(({ field }) => field === column)
  return {
    row,
    ...(read.success && { account: read.data }),
    errors,
    taxCode: isRight('cf') ? cells.cf?.trim().toUpperCase() : undefined,
    mail: isRight('mail') ? cells.mail?.trim().toLowerCase() : undefined,
  }
}

/** The errors of rows that repeat an earlier row. */
export function repetitions(rows: readonly JudgedRow[]): RowError[] {
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

/** Sorts errors by row, then by column. */
export const inOrder = (errors: readonly RowError[]): RowError[] => {
  const place = ({ field }: RowError) => uploadColumns.indexOf(field as Column)
  return [...errors].sort((one, other) => one.row - other.row || place(one) - place(other))
}

/** The example row of the template; no cell starts like a formula. */
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
