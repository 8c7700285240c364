import { isDeepStrictEqual } from 'node:util'
import {
  type CaseFieldChange,
  type CaseKey,
  type CaseValues,
  caseFields,
  caseForm,
  caseValuesOf,
  writeWire,
} from '@portal/contract'

const keys = Object.keys(caseFields) as CaseKey[]

const paths = keys.map((key) => caseFields[key].wire.split('.'))

/** The values in wire format, one for each of `keys`. */
function wiresOf(values: CaseValues): unknown[] {
  const body: unknown = writeWire(caseForm, values)
  return paths.map((path) =>
    path.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], body),
  )
}

/** The fields that differ, by their wire paths, with the values before and after in wire format. */
export function changesBetween(before: CaseValues, after: CaseValues): CaseFieldChange[] {
  const [former, later] = [wiresOf(before), wiresOf(after)]
  return keys.flatMap((key, index) => {
    const [was, is] = [former[index], later[index]]
    if (isDeepStrictEqual(was, is)) return []
    return [
      {
        field: caseFields[key].wire,
        ...(was !== undefined && { before: was }),
        ...(is !== undefined && { after: is }),
      },
    ]
  })
}

/** The keys of the fields that changed. */
export const changedKeys = (changes: readonly CaseFieldChange[]): CaseKey[] =>
  keys.filter((key) => changes.some(({ field }) => field === caseFields[key].wire))

/** Undoes the changes that `changesBetween` returned. */
export function withoutChanges(values: CaseValues, changes: readonly CaseFieldChange[]): CaseValues {
  const body = {}
  for (const { field, before } of changes) if (before !== undefined) put(body, field.split('.'), before)
  const former = caseValuesOf(body)
  const changed = new Set<string>(changedKeys(changes))
  const unchanged = Object.entries(values).filter(([key]) => !changed.has(key))
  const restored = Object.entries(former).filter(([key]) => changed.has(key))
  return Object.fromEntries([...unchanged, ...restored])
}

function put(node: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown) {
  if (rest.length === 0) node[name] = value
  else {
    const branch = (node[name] ?? {}) as Record<string, unknown>
    node[name] = branch
    put(branch, rest, value)
  }
}
