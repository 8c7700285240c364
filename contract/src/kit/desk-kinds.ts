import type { Field } from './field.ts'
import { type Form, type FormReading, readWire, writeWire } from './form.ts'
import type { Kinds, Leaf, Reading } from './kinds.ts'

/** Kinds of field that the forms of the office have and the public ones do not: who reports loads none of this. */
export const deskKinds: Kinds = {
  either: { read: readEither, write: (value) => (value ? 1 : 0) },
  count: { read: readCount },
  lines: {
    read: readLines,
    write: (lines, field) => (lines as readonly object[]).map((line) => writeLine(field, line)),
    typed: (lines, field) => lines.map((line) => typedLine(field, line)),
  },
}

const unset = -1

function readEither(raw: unknown): Leaf {
  if (raw === unset) return { value: undefined }
  return raw === 0 || raw === 1 || typeof raw === 'boolean'
    ? { value: Boolean(raw) }
    : { fault: { message: 'tipo_non_valido' } }
}

const highestCount = 1_000_000

function readCount(raw: unknown, { max = highestCount }: Field): Leaf {
  if (typeof raw !== 'number' || !Number.isInteger(raw)) return { fault: { message: 'tipo_non_valido' } }
  return raw >= 0 && raw <= max ? { value: raw } : { fault: { message: 'valore_non_valido' } }
}

/** Each line is a small form of its own. */
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

/** A line as it was typed, its members under their names on the wire. */
const typedLine = ({ columns = {} }: Field, line: object) =>
  Object.fromEntries(Object.entries(columns).map(([key, { wire }]) => [wire, (line as Record<string, unknown>)[key]]))

/** Lines of which nothing is filled in are left out. */
function readLines(raw: unknown, field: Field, { today, parseDate }: Reading): Leaf {
  if (!Array.isArray(raw)) return { fault: { message: 'tipo_non_valido' } }
  if (field.max !== undefined && raw.length > field.max)
    return { fault: { message: 'troppe_righe_elenco', params: { max: field.max } } }
  const lines = raw.map((line) => readWire(formOf(field), line, today, parseDate))
  const faults = lines.flatMap((line, index) =>
    isBlank(line)
      ? []
      : line.issues.map(({ path, message, params }) => ({ at: placeOf(index, path), message, params })),
  )
  if (faults.length > 0) return { faults }
  const filled = lines.filter((line) => !isBlank(line)).map(({ values }) => values)
  return { value: filled.length > 0 ? filled : undefined }
}

const isBlank = ({ values, issues }: FormReading<Record<string, unknown>>) =>
  Object.keys(values).length === 0 && issues.every(({ message }) => message === 'campo_obbligatorio')

const placeOf = (index: number, path: string) => (path === '' ? String(index) : `${index}.${path}`)
