import type { Field, FieldKind } from './field.ts'
import type { FieldResult, Reading, ValueError } from './kinds.ts'
import { limits } from './limits.ts'
import type { MessageKey } from './messages.ts'
import type { PlainDate } from './plain-date.ts'
import { cleanLine, cleanText } from './values/characters.ts'
import { readEmail } from './values/email.ts'
import { readPhone } from './values/phone.ts'
import type { TypedValue } from './values/typed-value.ts'
import { readVatNumber } from './values/vat-number.ts'

const error = (message: MessageKey, params?: ValueError['params']): FieldResult => ({ error: { message, params } })

const codePoints = (text: string) => [...text].length

function readText(raw: unknown, max: number, clean: typeof cleanText): FieldResult {
  if (typeof raw !== 'string') return error('tipo_non_valido')
  const text = clean(raw).text.trim()
  if (codePoints(text) > max) return error('testo_troppo_lungo', { max })
  return { value: text || undefined }
}

function readLine(raw: unknown, { max = 255, forbidden }: Field): FieldResult {
  const result = readText(raw, max, cleanLine)
  const isForbidden = forbidden && 'value' in result && forbidden.test(String(result.value ?? ''))
  return isForbidden ? error('caratteri_vietati') : result
}

/** Reads a text by the reader of its kind; a blank one is absent. */
export function readTyped(raw: unknown, read: (typed: string) => TypedValue): FieldResult {
  if (typeof raw !== 'string') return error('tipo_non_valido')
  const { text } = cleanLine(raw)
  return text.trim() === '' ? { value: undefined } : read(text)
}

function readDate(raw: unknown, parse: (text: string) => PlainDate | undefined): FieldResult {
  if (typeof raw !== 'string') return error('tipo_non_valido')
  const value = parse(raw)
  return value ? { value } : error('data_non_valida')
}

/** Accepts what the codec `flag` accepts. */
const readFlag = (raw: unknown): FieldResult =>
  raw === 0 || raw === 1 || typeof raw === 'boolean' ? { value: Boolean(raw) } : error('tipo_non_valido')

function readChoice(raw: unknown, among: readonly number[] | undefined): FieldResult {
  if (typeof raw !== 'number' || !Number.isInteger(raw)) return error('tipo_non_valido')
  const isPossible = among ? among.includes(raw) : raw > 0 && raw <= 2_147_483_647
  return isPossible ? { value: raw } : error('scelta_non_valida')
}

const isFileId = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Reads a list of file references, each id at most once. The names are for the caller's own use. */
function readFiles(raw: unknown, max: number): FieldResult {
  if (!Array.isArray(raw)) return error('tipo_non_valido')
  const files = raw.map((entry) =>
    typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : {},
  )
  if (files.some(({ cmis_id: id }) => !isFileId(id))) return error('tipo_non_valido')
  if (new Set(files.map(({ cmis_id: id }) => id)).size < files.length) return error('allegato_ripetuto')
  if (files.length > max) return error('troppi_allegati', { max })
  const value = files.map(({ cmis_id: id, nomeFile: name }) => ({
    id: String(id),
    name: typeof name === 'string' ? name : '',
  }))
  return { value }
}

type FieldReader = (raw: unknown, field: Field, reading: Reading) => FieldResult
// biome-ignore format: a table
const readerOf: Partial<Record<FieldKind, FieldReader>> = {
  text:      (raw, field) => readLine(raw, field),
  longText:  (raw, field) => readText(raw, field.max ?? limits.narrativeCodePoints, cleanText),
  email:     (raw) => readTyped(raw, readEmail),
  phone:     (raw, { max = limits.phone.characters }) => readTyped(raw, readPhone(max)),
  vatNumber: (raw) => readTyped(raw, readVatNumber),
  date:      (raw, _field, { parseDate }) => readDate(raw, parseDate),
  choice:    (raw, field) => readChoice(raw, field.among),
  flag:      (raw) => readFlag(raw),
  consent:   (raw) => readFlag(raw),
  files:     (raw, field) => readFiles(raw, field.max ?? limits.reportAttachments.files),
}

/** What speaks against a date. */
function implausible({ past, firstYear = 0 }: Field, date: string, { today }: Reading): MessageKey | undefined {
  if (today === 'accepted') return undefined
  if (past && date > today) return 'data_futura'
  return Number(date.slice(0, 4)) < firstYear ? 'anno_di_nascita' : undefined
}

/** Reads one field from its raw value. */
export function readField(field: Field, raw: unknown, reading: Reading): FieldResult {
  const read = reading.kinds?.[field.kind]?.read ?? readerOf[field.kind]
  const result = read?.(raw, field, reading) ?? error('tipo_non_valido')
  const message = 'value' in result && typeof result.value === 'string' && implausible(field, result.value, reading)
  return message ? error(message) : result
}
