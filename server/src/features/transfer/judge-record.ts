import {
  type FieldError,
  type FindOurs,
  mapChoices,
  type PlainDate,
  readWire,
  type SourceChoice,
  type TransferKind,
  type TransferKindName,
  transferKinds,
  unknownMembers,
} from '@portal/contract'
import { readPart } from '#platform/http/serve.ts'
import type { Line } from './read-lines.ts'
import type { NewRecord } from './transfer-kind-io.ts'

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
export interface Judged<K extends TransferKindName = TransferKindName> {
  readonly line: Line
  readonly key: string
  readonly record: NewRecord<K>
  readonly references: readonly Reference[]
  readonly choices: readonly SourceChoice[]
  readonly errors: FieldError[]
}

interface Judging {
  readonly findOurs: FindOurs
  readonly today: PlainDate
}

type Body = Readonly<Record<string, unknown>>

function parse({ bytes }: Line): Body | FieldError {
  if (!bytes) return { path: '', message: 'riga_troppo_lunga' }
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body
  } catch {}
  return { path: '', message: 'riga_non_leggibile' }
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
export function judgeLine<K extends TransferKindName>(kind: K, line: Line, { findOurs, today }: Judging): Judged<K> {
  const declared: TransferKind = transferKinds[kind]
  const parsed = parse(line)
  const isBroken = 'message' in parsed && 'path' in parsed
  const { body, choices } = mapChoices(declared, isBroken ? {} : (parsed as Body), findOurs)
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
    line,
    key: typeof source === 'string' ? source.trim() : '',
    // A record with errors is never written.
    record: { head: found as NewRecord<K>['head'], values: form.values },
    references: referencesOf(declared.references, found),
    choices,
    errors: isBroken ? [parsed as unknown as FieldError] : explained(errors, choices, findOurs),
  }
}
