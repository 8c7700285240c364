import {
  type FieldError,
  type FindOurs,
  mapChoices,
  type PlainDate,
  readWire,
  type SourceChoice,
  type TransferHead,
  type TransferKind,
  type TransferKindName,
  transferKinds,
  unknownMembers,
} from '@portal/contract'
import { readPart } from '#platform/http/read-part.ts'
import { isModest } from './modest-json.ts'

/** A key of another record, where the head has it. */
export interface Reference {
  readonly name: string
  readonly path: string
  readonly kind: TransferKindName
  readonly keys: readonly string[]
  /** Whether the head lists keys. */
  readonly isList: boolean
}

/** What a line says, and what is wrong with it. */
export interface JudgedText<K extends TransferKindName = TransferKindName> {
  readonly key: string
  readonly record: { readonly head: TransferHead<K>; readonly values: Readonly<Record<string, unknown>> }
  readonly references: readonly Reference[]
  readonly choices: readonly SourceChoice[]
  readonly errors: FieldError[]
}

interface Judging {
  readonly findOurs: FindOurs
  readonly today: PlainDate
}

type Body = Readonly<Record<string, unknown>>

/** Errors of one row that are worth reading. */
const maxErrors = 100

interface Parsed {
  readonly body: Body
  readonly error?: FieldError['message']
}

function parse(bytes: Uint8Array | undefined): Parsed {
  if (!bytes) return { body: {}, error: 'riga_troppo_lunga' }
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && isModest(value))
      return { body: value as Body }
  } catch {}
  return { body: {}, error: 'riga_non_leggibile' }
}

function referencesOf(references: TransferKind['references'], head: Body): Reference[] {
  return Object.entries(references).flatMap(([name, [path, kind]]) => {
    const value = head[name]
    if (value === undefined) return []
    const isList = Array.isArray(value)
    return [{ name, path, kind, keys: (isList ? value : [value]) as string[], isList }]
  })
}

/** An error of a choice that the table of correspondences should translate says so; that of a list of choices does at each of them. */
const explained = (errors: readonly FieldError[], choices: readonly SourceChoice[], findOurs: FindOurs): FieldError[] =>
  errors.flatMap((error) => {
    const open = choices.filter(
      ({ path, list, value }) =>
        path === error.path ||
        (path.startsWith(`${error.path}.`) && !/^\d+$/.test(value) && findOurs(list, value) === undefined),
    )
    return open.length > 0 ? open.map(({ path }) => ({ path, message: 'senza_corrispondenza' })) : [error]
  })

/** Reads a line as a record of a kind: all errors, by wire path. What the database knows is not asked yet. */
export function judgeLine<K extends TransferKindName>(
  kind: K,
  bytes: Uint8Array | undefined,
  { findOurs, today }: Judging,
): JudgedText<K> {
  const declared: TransferKind = transferKinds[kind]
  const { body: parsed, error } = parse(bytes)
  const { body, choices } = mapChoices(declared, parsed, findOurs)
  const head = readPart(declared.head, body)
  const form = declared.form ? readWire(declared.form, body, today) : { values: {}, fieldErrors: [] }
  const found = (head.value ?? {}) as Body
  const { chiave: source } = body
  const errors: FieldError[] = [
    ...head.fieldErrors,
    ...form.fieldErrors.map(({ path, message, params }) => ({ path, message, params })),
    ...unknownMembers(declared, body).map((path): FieldError => ({ path, message: 'campo_sconosciuto' })),
  ]
  return {
    key: typeof source === 'string' ? source.trim() : '',
    // A record with errors is never written.
    record: { head: found as TransferHead<K>, values: form.values },
    references: referencesOf(declared.references, found),
    choices,
    errors: error ? [{ path: '', message: error }] : explained(errors.slice(0, maxErrors), choices, findOurs),
  }
}
