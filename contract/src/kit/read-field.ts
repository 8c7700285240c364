import { controlInLine, controlInText, loneSurrogate } from './characters.ts'
import type { Field, FieldKind } from './field.ts'
import type { FieldResult, Reading, ValueError } from './kinds.ts'
import { limits } from './limits.ts'
import type { MessageKey } from './messages.ts'
import type { PlainDate } from './plain-date.ts'

const error = (message: MessageKey, params?: ValueError['params']): FieldResult => ({ error: { message, params } })

const codePoints = (text: string) => [...text].length

function readText(raw: unknown, max: number, forbidden: RegExp): FieldResult {
  if (typeof raw !== 'string') return error('tipo_non_valido')
  const text = raw.replaceAll('\r\n', '\n').trim()
  if (forbidden.test(text) || loneSurrogate.test(text)) return error('carattere_non_valido')
  if (codePoints(text) > max) return error('testo_troppo_lungo', { max })
  return { value: text || undefined }
}

function readLine(raw: unknown, { max = 255, forbidden }: Field): FieldResult {
  const result = readText(raw, max, controlInLine)
  const isForbidden = forbidden && 'value' in result && forbidden.test(String(result.value ?? ''))
  return isForbidden ? error('caratteri_vietati') : result
}

function readMatching(raw: unknown, isValid: (text: string) => boolean, message: MessageKey): FieldResult {
  const result = readText(raw, Number.POSITIVE_INFINITY, controlInLine)
  return !('value' in result) || result.value === undefined || isValid(String(result.value)) ? result : error(message)
}

/** Accepts the same addresses as zod's `email`, without zod, which the first page of the wizard does not load. */
const email = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
const isEmail = (text: string) => text.length <= 254 && email.test(text)
const isPhone = (text: string, max: number = limits.phone.characters) => text.length <= max && /^\+?[0-9]+$/.test(text)
const isVatNumber = (text: string) => /^[0-9]{11}$/.test(text)

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
  longText:  (raw, field) => readText(raw, field.max ?? limits.narrativeCodePoints, controlInText),
  email:     (raw) => readMatching(raw, isEmail, 'email_non_valida'),
  phone:     (raw, { max }) => readMatching(raw, (text) => isPhone(text, max), 'telefono_non_valido'),
  vatNumber: (raw) => readMatching(raw, isVatNumber, 'piva_non_valida'),
  date:      (raw, _field, { parseDate }) => readDate(raw, parseDate),
  choice:    (raw, field) => readChoice(raw, field.among),
  flag:      (raw) => readFlag(raw),
  consent:   (raw) => readFlag(raw),
  files:     (raw, field) => readFiles(raw, field.max ?? limits.reportAttachments.files),
}

/** Reads one field from its raw value. */
export function readField(field: Field, raw: unknown, reading: Reading): FieldResult {
  const read = reading.kinds?.[field.kind]?.read ?? readerOf[field.kind]
  const result = read?.(raw, field, reading) ?? error('tipo_non_valido')
  const isFuture = field.past && 'value' in result && typeof result.value === 'string' && result.value > reading.today
  return isFuture ? error('data_futura') : result
}
