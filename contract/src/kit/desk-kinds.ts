import type { Field } from './field.ts'
import { type Form, type FormReading, missingMessageOf, readWire, writeWire } from './form.ts'
import type { FieldResult, Kinds, Reading } from './kinds.ts'
import type { MessageKey } from './messages.ts'
import { registerKinds } from './register-kinds.ts'
import { numberIn } from './values/read-number.ts'

/** Kinds of field of the office's forms and of the register. They are apart so that the public report does not load them. */
export const deskKinds: Kinds = {
  ...registerKinds,
  either: { read: readEither, write: (value) => (value ? 1 : 0) },
  count: { read: readCount },
  lines: {
    read: readLines,
    write: (lines, field) => (lines as readonly object[]).map((line) => writeLine(field, line)),
    fromDraft: (lines, field) => lines.map((line) => draftLineOnWire(field, line)),
  },
}

const unset = -1

function readEither(raw: unknown): FieldResult {
  if (raw === unset) return { value: undefined }
  return raw === 0 || raw === 1 || typeof raw === 'boolean'
    ? { value: Boolean(raw) }
    : { error: { message: 'tipo_non_valido' } }
}

const highestCount = 1_000_000

function readCount(raw: unknown, { max = highestCount, tooHigh }: Field): FieldResult {
  const count = numberIn(raw)
  if (count === undefined) return { value: undefined }
  const message = countError(raw, count, { max, tooHigh })
  return message ? { error: { message } } : { value: count }
}

/** What is wrong with a count: it is a whole number from 0. */
function countError(
  raw: unknown,
  count: number | 'unreadable',
  { max, tooHigh }: { readonly max: number; readonly tooHigh: Field['tooHigh'] },
): MessageKey | undefined {
  if (count === 'unreadable') return typeof raw === 'string' ? 'numero_non_valido' : 'tipo_non_valido'
  if (!Number.isInteger(count)) return 'numero_intero'
  if (count < 0) return 'numero_negativo'
  return count > max ? (tooHigh ?? 'valore_non_valido') : undefined
}

/** The columns of a line as a form of their own. */
const formOf = ({ columns = {} }: Field): Form<Record<string, unknown>> => ({
  fields: columns,
  steps: [
    {
      id: 'line',
      fields: Object.entries(columns).map(([key, { required }]) => ({ key, ...(required && { required }) })),
    },
  ],
  rules: [],
  kinds: deskKinds,
})

const writeLine = (field: Field, line: object) => writeWire(formOf(field), line as Record<string, unknown>)

/** A typed line under its wire names. */
const draftLineOnWire = ({ columns = {} }: Field, line: object) =>
  Object.fromEntries(Object.entries(columns).map(([key, { wire }]) => [wire, (line as Record<string, unknown>)[key]]))

/** Reads the lines and leaves out those in which nothing is filled in. */
function readLines(raw: unknown, field: Field, { today, parseDate }: Reading): FieldResult {
  if (!Array.isArray(raw)) return { error: { message: 'tipo_non_valido' } }
  if (field.max !== undefined && raw.length > field.max)
    return { error: { message: 'troppe_righe_elenco', params: { max: field.max } } }
  const lines = raw.map((line) => readWire(formOf(field), line, today, parseDate))
  const errors = lines.flatMap((line, index) =>
    isBlank(line, field)
      ? []
      : line.fieldErrors.map(({ path, message, params }) => ({ at: linePathOf(index, path), message, params })),
  )
  if (errors.length > 0) return { errors }
  const filled = lines.filter((line) => !isBlank(line, field)).map(({ values }) => values)
  return { value: filled.length > 0 ? filled : undefined }
}

const isBlank = ({ values, fieldErrors }: FormReading<Record<string, unknown>>, { columns = {} }: Field) =>
  Object.keys(values).length === 0 &&
  fieldErrors.every(({ key, message }) => message === missingMessageOf(columns[key]))

const linePathOf = (index: number, path: string) => (path === '' ? String(index) : `${index}.${path}`)
