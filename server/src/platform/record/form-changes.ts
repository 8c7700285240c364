import { isDeepStrictEqual } from 'node:util'
import { type Fields, type Form, type FormOf, readWire, type ValuesOf, writeWire } from '@portal/contract'

/** A field that changed, by its wire path, with its values before and after in wire format; absent where it is empty. */
export interface FieldChange {
  readonly field: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Compares two versions of the values of a form, and undoes changes. */
export interface FormChanges<V, K extends string = string> {
  changesBetween(before: V, after: V): FieldChange[]
  /** The keys of the fields that changed. */
  changedKeys(changes: readonly FieldChange[]): K[]
  /** Undoes the changes that `changesBetween` returned. */
  withoutChanges(values: V, changes: readonly FieldChange[]): V
}

/** The changes of a form: what the history of a record stores. */
export function createFormChanges<F extends Fields>(declared: FormOf<F>): FormChanges<ValuesOf<F>, keyof F & string> {
  type Values = ValuesOf<F>
  type Key = keyof F & string
  // The payload merges fields; a history names each field by itself.
  const { payload: _payload, ...form } = declared as Form<Values> & { readonly fields: F }
  const keys = Object.keys(form.fields) as Key[]
  const wireOf = (key: Key) => form.fields[key]?.wire ?? key
  const paths = keys.map((key) => wireOf(key).split('.'))

  /** The values in wire format, one for each of `keys`. */
  const wiresOf = (values: Values): unknown[] => {
    const body: unknown = writeWire(form, values)
    return paths.map((path) =>
      path.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], body),
    )
  }

  /** The fields that differ. */
  function changesBetween(before: Values, after: Values): FieldChange[] {
    const [former, later] = [wiresOf(before), wiresOf(after)]
    return keys.flatMap((key, index) => {
      const [was, is] = [former[index], later[index]]
      if (isDeepStrictEqual(was, is)) return []
      return [{ field: wireOf(key), ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }]
    })
  }

  /** The keys of the fields that changed. */
  const changedKeys = (changes: readonly FieldChange[]): Key[] =>
    keys.filter((key) => changes.some(({ field }) => field === wireOf(key)))

  /** Undoes the changes that `changesBetween` returned. */
  function withoutChanges(values: Values, changes: readonly FieldChange[]): Values {
    const body = {}
    for (const { field, before } of changes) if (before !== undefined) put(body, field.split('.'), before)
    const former = readWire(form, body, 'accepted').values
    const changed = new Set<string>(changedKeys(changes))
    const unchanged = Object.entries(values).filter(([key]) => !changed.has(key))
    const restored = Object.entries(former as object).filter(([key]) => changed.has(key))
    return Object.fromEntries([...unchanged, ...restored]) as Values
  }

  return { changesBetween, changedKeys, withoutChanges }
}

function put(node: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown) {
  if (rest.length === 0) node[name] = value
  else {
    const branch = (node[name] ?? {}) as Record<string, unknown>
    node[name] = branch
    put(branch, rest, value)
  }
}
