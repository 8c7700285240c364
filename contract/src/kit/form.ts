import { isAbsent } from './absent.ts'
import type { Field, FieldKind, FileRef, ValueOfKind } from './field.ts'
import type { Kinds, Leaf, Reading } from './kinds.ts'
import type { MessageKey } from './messages.ts'
import { formatWireDate, type PlainDate, parseScreenDate, parseWireDate } from './plain-date.ts'
import { readLeaf } from './read-leaf.ts'

export type Fields = Readonly<Record<string, Field>>

/** The values of a form in code; an absent field has no value. */
export type ValuesOf<F extends Fields> = { [K in keyof F]?: ValueOf<F[K]> | undefined }
type ValueOf<F extends Field> = F extends { readonly columns: infer C extends Fields }
  ? readonly ValuesOf<C>[]
  : ValueOfKind[F['kind']]

/** The same as typed on a screen: dates are still text. */
export type DraftOf<F extends Fields> = { [K in keyof F]?: DraftValueOf<F[K]> | undefined }
type DraftValueOf<F extends Field> = F extends { readonly columns: infer C extends Fields }
  ? readonly DraftOf<C>[]
  : F['kind'] extends 'date'
    ? string
    : ValueOfKind[F['kind']]

/** Where a field stands: in which step, when it is shown, when it must be filled. */
export interface Use<V> {
  readonly key: keyof V & string
  /** Fields of one group stand under one heading. */
  readonly group?: string
  readonly required?: true | ((values: V) => boolean)
  readonly showWhen?: (values: V) => boolean
}
export interface Step<V> {
  readonly id: string
  readonly fields: readonly Use<V>[]
}
/** A rule over several fields: told at `at` when `broken`. */
export interface CrossRule<V> {
  readonly at: keyof V & string
  readonly message: MessageKey
  readonly broken: (values: V) => boolean
  /** Not told while one of these fields has a fault of its own: mending that may mend this. */
  readonly silentWhile?: readonly (keyof V & string)[]
}

export interface FormIssue {
  readonly key: string
  /** Wire path; deeper or shorter than the field's own where a whole branch is of the wrong type. */
  readonly path: string
  readonly message: MessageKey
  readonly params?: Readonly<Record<string, string | number>> | undefined
}
export interface FormReading<V> {
  readonly values: V
  readonly issues: readonly FormIssue[]
}

// biome-ignore lint/suspicious/noExplicitAny: the general form, whatever its fields; `any` is what makes predicates assignable
export type Form<V = any> = {
  readonly fields: Fields
  readonly steps: readonly Step<V>[]
  readonly rules: readonly CrossRule<V>[]
  /** Kinds of field that few forms have; those of every form are the kit's own. */
  readonly kinds?: Kinds
}

type Missing<F extends Fields, S extends readonly Step<ValuesOf<F>>[]> = Exclude<
  keyof F & string,
  S[number]['fields'][number]['key']
>

/** Declares a form; one that leaves a field out of its steps does not compile. */
export function defineForm<F extends Fields>(fields: F) {
  return <const S extends readonly Step<ValuesOf<F>>[]>(
    steps: S & ([Missing<F, S>] extends [never] ? unknown : { missing: Missing<F, S> }),
    rules: readonly CrossRule<ValuesOf<F>>[],
    kinds?: Kinds,
  ): Form<ValuesOf<F>> & { readonly fields: F } => ({ fields, steps, rules, ...(kinds && { kinds }) })
}

/** Every field of the form with its place, in the order of the steps. */
export const usesOf = <V>(form: Form<V>): readonly Use<V>[] => form.steps.flatMap((step) => step.fields)

export const isShown = <V>(use: Use<V>, values: V) => use.showWhen?.(values) ?? true
export const isRequired = <V>(use: Use<V>, values: V) =>
  isShown(use, values) && (use.required === true || (typeof use.required === 'function' && use.required(values)))

/** The raw member at a wire path, or the path of the branch that is no object. */
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

type RawOf = (key: string, field: Field) => { raw: unknown } | { wrongBranch: string }

function readForm<V>(form: Form<V>, rawOf: RawOf, today: PlainDate, parseDate: Reading['parseDate']): FormReading<V> {
  const values: Record<string, unknown> = {}
  const issues: FormIssue[] = []
  for (const [key, field] of Object.entries(form.fields)) {
    const found = rawOf(key, field)
    if ('wrongBranch' in found) issues.push({ key, path: found.wrongBranch, message: 'tipo_non_valido' })
    else if (!isAbsent(field.wire.split('.').at(-1) ?? '', found.raw)) {
      const leaf = readLeaf(field, found.raw, { today, parseDate, kinds: form.kinds })
      if (!('value' in leaf)) issues.push(...issuesOf(key, field, leaf))
      else if (leaf.value !== undefined) values[key] = leaf.value
    }
  }
  return { values: values as V, issues: [...onePerPath(issues), ...missingAndBroken(form, values as V, issues)] }
}

const issuesOf = (key: string, { wire }: Field, leaf: Exclude<Leaf, { value: unknown }>): FormIssue[] =>
  'fault' in leaf
    ? [{ key, path: wire, ...leaf.fault }]
    : leaf.faults.map(({ at, ...fault }) => ({ key, path: `${wire}.${at}`, ...fault }))

const onePerPath = (issues: readonly FormIssue[]) =>
  issues.filter((issue, index) => issues.findIndex(({ path }) => path === issue.path) === index)

function missingAndBroken<V>(form: Form<V>, values: V, found: readonly FormIssue[]): FormIssue[] {
  const faulty = new Set<string>(found.map(({ key }) => key))
  const told = (key: string, message: MessageKey): FormIssue[] => {
    if (faulty.has(key)) return []
    faulty.add(key)
    return [{ key, path: form.fields[key]?.wire ?? key, message }]
  }
  const missing = usesOf(form)
    .filter((use) => isRequired(use, values) && !isFilled(form.fields[use.key], values[use.key]))
    .flatMap((use) => told(use.key, 'campo_obbligatorio'))
  const isSilent = (rule: CrossRule<V>) => rule.silentWhile?.some((key) => faulty.has(key)) ?? false
  const broken = form.rules
    .filter((rule) => !isSilent(rule) && rule.broken(values))
    .flatMap((rule) => told(rule.at, rule.message))
  return [...missing, ...broken]
}

const isFilled = (field: Field | undefined, value: unknown) =>
  field?.kind === 'consent' ? value === true : value !== undefined

/** Reads a JSON body: the values, and every fault of it at once. `today` is the office's day; dates travel as ISO unless told. */
export const readWire = <V>(
  form: Form<V>,
  body: unknown,
  today: PlainDate,
  parseDate: Reading['parseDate'] = parseWireDate,
): FormReading<V> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? readForm(form, (_key, field) => memberAt(body, field.wire), today, parseDate)
    : { values: {} as V, issues: [{ key: '', path: '', message: 'tipo_non_valido' }] }

/** A typed date: day and month may come with one digit, as they do from three separate boxes. */
const parseTypedDate = (text: string) => {
  const [day = '', month = '', year = ''] = text.split('/')
  return parseScreenDate(`${day.padStart(2, '0')}/${month.padStart(2, '0')}/${year}`)
}

const keysShown = <V>(form: Form<V>, values: V) =>
  new Set<string>(usesOf(form).flatMap((use) => (isShown(use, values) ? [use.key] : [])))

/**
 * Reads what is typed on a screen: as `readWire`, with dates as DD/MM/YYYY. What stands in a field that is hidden by now
 * is no fault: nobody could correct it there, and it is not sent.
 */
export function readDraft<V>(form: Form<V>, draft: object, today: PlainDate): FormReading<V> {
  const rawOf: RawOf = (key, field) => {
    const raw = (draft as Record<string, unknown>)[key]
    if (!Array.isArray(raw)) return { raw }
    return { raw: form.kinds?.[field.kind]?.typed?.(raw, field) ?? filesOnWire(raw) }
  }
  const { values, issues } = readForm(form, rawOf, today, parseTypedDate)
  const shown = keysShown(form, values)
  return { values, issues: issues.filter(({ key }) => shown.has(key)) }
}

/** The values without those of fields that these very values hide: they are neither sent nor stored. */
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

/** The JSON body of the values; the inverse of `readWire`. */
export function writeWire<V extends object>(form: Form<V>, values: V): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) {
    const field = form.fields[key]
    if (field && value !== undefined && value !== null) {
      const write = form.kinds?.[field.kind]?.write ?? wireValueOf[field.kind]
      put(body, field.wire.split('.'), write?.(value, field) ?? value)
    }
  }
  return body
}

function put(node: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown) {
  if (rest.length === 0) node[name] = value
  else {
    const branch = (node[name] ?? {}) as Record<string, unknown>
    node[name] = branch
    put(branch, rest, value)
  }
}
