import { isAbsent } from './absent.ts'
import type { Field, FieldKind, FileRef, ValueOfKind } from './field.ts'
import type { FieldResult, JudgedOn, Kinds, Reading } from './kinds.ts'
import type { MessageKey } from './messages.ts'
import { formatWireDate, type PlainDate, parseScreenDate, parseWireDate } from './plain-date.ts'
import { readField } from './read-field.ts'

export type Fields = Readonly<Record<string, Field>>

/** The values of a form in code; an absent field has no value. */
export type ValuesOf<F extends Fields> = { [K in keyof F]?: ValueOf<F[K]> | undefined }
type ValueOf<F extends Field> = F extends { readonly columns: infer C extends Fields }
  ? readonly ValuesOf<C>[]
  : ValueOfKind[F['kind']]

/** The values as typed on a screen: dates are text. */
export type DraftOf<F extends Fields> = { [K in keyof F]?: DraftValueOf<F[K]> | undefined }
type DraftValueOf<F extends Field> = F extends { readonly columns: infer C extends Fields }
  ? readonly DraftOf<C>[]
  : F['kind'] extends 'date'
    ? string
    : ValueOfKind[F['kind']]

/** Use of a field in a step: when the form shows it and when it must have a value. */
export interface Use<V> {
  readonly key: keyof V & string
  /** Fields of one group share a heading. */
  readonly group?: string
  readonly required?: true | ((values: V) => boolean)
  readonly showWhen?: (values: V) => boolean
  /** The record keeps its value, whatever is sent: the form shows it and nobody types it. */
  readonly isFixed?: true
}
export interface Step<V> {
  readonly id: string
  readonly fields: readonly Use<V>[]
}
/** A rule over several fields: a `broken` rule is reported at the field `at`. */
export interface CrossRule<V> {
  readonly at: keyof V & string
  readonly message: MessageKey
  readonly broken: (values: V) => boolean
  /** The rule is not reported while one of these fields has an error, because correcting the field may satisfy the rule. */
  readonly silentWhile?: readonly (keyof V & string)[]
}

export interface FormFieldError {
  readonly key: string
  /** Wire path; deeper or shorter than the path of the field where a whole branch has the wrong type. */
  readonly path: string
  readonly message: MessageKey
  readonly params?: Readonly<Record<string, string | number>> | undefined
}
export interface FormReading<V> {
  readonly values: V
  readonly fieldErrors: readonly FormFieldError[]
}

/** How callers send a body, where it differs from the wire names of the fields. */
export interface Payload {
  /** Turns a body as callers send it into one with a member for each field. */
  readonly read: (body: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** The inverse. */
  readonly write: (body: Readonly<Record<string, unknown>>) => Record<string, unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: the general form, whatever its fields; `any` is what makes predicates assignable
export type Form<V = any> = {
  readonly fields: Fields
  readonly steps: readonly Step<V>[]
  readonly rules: readonly CrossRule<V>[]
  /** Kinds of field beside those of the kit that every form knows. */
  readonly kinds?: Kinds
  readonly payload?: Payload
}

/** A form with the exact types of its fields. */
export type FormOf<F extends Fields> = Form<ValuesOf<F>> & { readonly fields: F }

type Missing<F extends Fields, S extends readonly Step<ValuesOf<F>>[]> = Exclude<
  keyof F & string,
  S[number]['fields'][number]['key']
>

/** Declares a form. A declaration that leaves a field out of every step does not compile. */
export function defineForm<F extends Fields>(fields: F) {
  return <const S extends readonly Step<ValuesOf<F>>[]>(
    steps: S & ([Missing<F, S>] extends [never] ? unknown : { missing: Missing<F, S> }),
    rules: readonly CrossRule<ValuesOf<F>>[],
    kinds?: Kinds,
    payload?: Payload,
  ): FormOf<F> => ({ fields, steps, rules, ...(kinds && { kinds }), ...(payload && { payload }) })
}

/** Uses of all fields, in the order of the steps. */
export const usesOf = <V>(form: Form<V>): readonly Use<V>[] => form.steps.flatMap((step) => step.fields)

/** The fields whose values a record keeps. */
export const fixedKeysOf = <V>(form: Form<V>) => usesOf(form).flatMap(({ key, isFixed }) => (isFixed ? [key] : []))

export const isShown = <V>(use: Use<V>, values: V) => use.showWhen?.(values) ?? true
export const isRequired = <V>(use: Use<V>, values: V) =>
  isShown(use, values) && (use.required === true || (typeof use.required === 'function' && use.required(values)))

/** The raw member at a wire path, or the path of the branch that is not an object. */
function memberAt(body: unknown, path: string): { raw: unknown } | { wrongBranch: string } {
  let node: unknown = body
  const walked: string[] = []
  for (const name of path.split('.')) {
    if (typeof node !== 'object' || Array.isArray(node)) return { wrongBranch: walked.join('.') }
    const member = node !== null && Object.hasOwn(node, name) ? (node as Record<string, unknown>)[name] : undefined
    if (isAbsent(name, member)) return { raw: undefined }
    walked.push(name)
    node = member
  }
  return { raw: node }
}

type ReadRaw = (key: string, field: Field) => { raw: unknown } | { wrongBranch: string }

function readForm<V>(
  form: Form<V>,
  readRaw: ReadRaw,
  today: JudgedOn,
  parseDate: Reading['parseDate'],
): FormReading<V> {
  const values: Record<string, unknown> = {}
  const fieldErrors: FormFieldError[] = []
  for (const [key, field] of Object.entries(form.fields)) {
    const member = readRaw(key, field)
    if ('wrongBranch' in member) fieldErrors.push({ key, path: member.wrongBranch, message: 'tipo_non_valido' })
    else if (!isAbsent(field.wire.split('.').at(-1) ?? '', member.raw)) {
      const result = readField(field, member.raw, { today, parseDate, kinds: form.kinds })
      if (!('value' in result)) fieldErrors.push(...fieldErrorsOf(key, field, result))
      else if (result.value !== undefined) values[key] = result.value
    }
  }
  return {
    values: values as V,
    fieldErrors: [...onePerPath(fieldErrors), ...ruleErrors(form, values as V, fieldErrors)],
  }
}

const fieldErrorsOf = (
  key: string,
  { wire }: Field,
  result: Exclude<FieldResult, { value: unknown }>,
): FormFieldError[] =>
  'error' in result
    ? [{ key, path: wire, ...result.error }]
    : result.errors.map(({ at, ...error }) => ({ key, path: `${wire}.${at}`, ...error }))

const onePerPath = (fieldErrors: readonly FormFieldError[]) =>
  fieldErrors.filter((fieldError, index) => fieldErrors.findIndex(({ path }) => path === fieldError.path) === index)

function ruleErrors<V>(form: Form<V>, values: V, readErrors: readonly FormFieldError[]): FormFieldError[] {
  const keysWithError = new Set<string>(readErrors.map(({ key }) => key))
  const addError = (key: string, message: MessageKey): FormFieldError[] => {
    if (keysWithError.has(key)) return []
    keysWithError.add(key)
    return [{ key, path: form.fields[key]?.wire ?? key, message }]
  }
  const missing = usesOf(form)
    .filter((use) => isRequired(use, values) && !isFilled(form.fields[use.key], values[use.key]))
    .flatMap((use) => addError(use.key, missingMessageOf(form.fields[use.key])))
  const isSilent = (rule: CrossRule<V>) => rule.silentWhile?.some((key) => keysWithError.has(key)) ?? false
  const broken = form.rules
    .filter((rule) => !isSilent(rule) && rule.broken(values))
    .flatMap((rule) => addError(rule.at, rule.message))
  return [...missing, ...broken]
}

/** The message where a required field has no value. */
export const missingMessageOf = (field: Field | undefined): MessageKey => field?.missing ?? 'campo_obbligatorio'

const isFilled = (field: Field | undefined, value: unknown) =>
  field?.kind === 'consent' ? value === true : value !== undefined

/**
 * Reads a JSON body: returns the values and all errors. `parseDate` reads ISO dates by default.
 */
export const readWire = <V>(
  form: Form<V>,
  body: unknown,
  today: JudgedOn,
  parseDate: Reading['parseDate'] = parseWireDate,
): FormReading<V> =>
  isObject(body)
    ? readForm(form, readMemberOf(form.payload?.read(body) ?? body), today, parseDate)
    : { values: {} as V, fieldErrors: [{ key: '', path: '', message: 'tipo_non_valido' }] }

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

const readMemberOf =
  (body: object): ReadRaw =>
  (_key, { wire }) =>
    memberAt(body, wire)

/** Reads a typed date. Day and month may have one digit, as in three separate boxes. */
const parseTypedDate = (text: string) => {
  const [day = '', month = '', year = ''] = text.split('/')
  return parseScreenDate(`${day.padStart(2, '0')}/${month.padStart(2, '0')}/${year}`)
}

const keysShown = <V>(form: Form<V>, values: V) =>
  new Set<string>(usesOf(form).flatMap((use) => (isShown(use, values) ? [use.key] : [])))

/**
 * Reads what the user typed on a screen: as `readWire`, with dates as DD/MM/YYYY. Errors of hidden fields are left out,
 * because the user cannot correct them and the form does not send them.
 */
export function readDraft<V>(form: Form<V>, draft: object, today: PlainDate): FormReading<V> {
  const readRaw: ReadRaw = (key, field) => {
    const raw = (draft as Record<string, unknown>)[key]
    if (!Array.isArray(raw)) return { raw }
    return { raw: form.kinds?.[field.kind]?.fromDraft?.(raw, field) ?? filesOnWire(raw) }
  }
  const { values, fieldErrors } = readForm(form, readRaw, today, parseTypedDate)
  const shown = keysShown(form, values)
  return { values, fieldErrors: fieldErrors.filter(({ key }) => shown.has(key)) }
}

/** Returns the values without those of fields that these values hide; such values are neither sent nor stored. */
export function withoutHidden<V extends object>(form: Form<V>, values: V): V {
  const shown = keysShown(form, values)
  return Object.fromEntries(Object.entries(values).filter(([key]) => shown.has(key))) as V
}

const filesOnWire = (files: readonly FileRef[]) => files.map(({ id, name }) => ({ cmis_id: id, nomeFile: name }))

// biome-ignore format: a table
const wireValueOf: Partial<Record<FieldKind, (value: unknown, field: Field) => unknown>> = {
  date:    (value) => formatWireDate(value as PlainDate),
  flag:    (value) => (value ? 1 : 0),
  consent: (value) => (value ? 1 : 0),
  files:   (value) => filesOnWire(value as readonly FileRef[]),
}

/** Returns the JSON body of the values; the inverse of `readWire`. */
export function writeWire<V extends object>(form: Form<V>, values: V): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) {
    const field = form.fields[key]
    if (field && value !== undefined && value !== null) {
      const write = form.kinds?.[field.kind]?.write ?? wireValueOf[field.kind]
      setAtPath(body, field.wire.split('.'), write?.(value, field) ?? value)
    }
  }
  return form.payload?.write(body) ?? body
}

function setAtPath(node: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown) {
  if (rest.length === 0) node[name] = value
  else {
    const branch = (node[name] ?? {}) as Record<string, unknown>
    node[name] = branch
    setAtPath(branch, rest, value)
  }
}
