import { type CaseFieldChange, type CaseKey, type CaseValues, caseValuesOf } from '@portal/contract'
import { editableKeys, fieldOf, fixedOf } from '../record/case-draft.ts'

const allKeys = [...editableKeys, ...(Object.keys(fixedOf({})) as CaseKey[])]

/** The field with a path on the wire; undefined if no field of a case has it. */
const keyAt = (path: string) => allKeys.find((key) => fieldOf(key).wire === path)

const nested = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object

/** Merges parts of a body recursively. */
function merged(one: object, other: object): object {
  const entries = Object.entries(other).map(([name, value]) => {
    const old = (one as Record<string, unknown>)[name]
    const areBranches = isBranch(old) && isBranch(value)
    return [name, areBranches ? merged(old, value) : value]
  })
  return { ...one, ...Object.fromEntries(entries) }
}
const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A changed field in an entry of the history; without a key if this program does not know it. */
export interface ShownChange {
  readonly path: string
  readonly key: CaseKey | undefined
}

export interface ShownChanges {
  readonly changes: readonly ShownChange[]
  readonly before: CaseValues
  readonly after: CaseValues
}

/** The changes of an entry by field, read like the values of a case: a dependent field finds its parent's value. */
export function shownChanges(changes: readonly CaseFieldChange[]): ShownChanges {
  const bodyOf = (side: 'before' | 'after') =>
    changes.reduce((body, change) => merged(body, nested(change.field, change[side])), {})
  return {
    changes: changes.map(({ field }) => ({ path: field, key: keyAt(field) })),
    before: caseValuesOf(bodyOf('before')),
    after: caseValuesOf(bodyOf('after')),
  }
}
