import { type CaseFieldChange, type CaseKey, type CaseValues, caseValuesOf } from '@portal/contract'
import { fieldOf, fixedOf, typedKeys } from '../record/case-draft.ts'

const allKeys = [...typedKeys, ...(Object.keys(fixedOf({})) as CaseKey[])]

/** The field of a path on the wire; undefined where no field of a case has it. */
const keyAt = (path: string) => allKeys.find((key) => fieldOf(key).wire === path)

const nested = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object

/** Members of a body laid over one another, branch by branch. */
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

/** A field that an entry of the history tells of; without a key where this program does not know it. */
export interface ShownChange {
  readonly path: string
  readonly key: CaseKey | undefined
}

export interface ShownChanges {
  readonly changes: readonly ShownChange[]
  readonly before: CaseValues
  readonly after: CaseValues
}

/** The changes of an entry by field, with their values read as those of a case are: what hangs on another choice finds it there. */
export function shownChanges(changes: readonly CaseFieldChange[]): ShownChanges {
  const bodyOf = (side: 'before' | 'after') =>
    changes.reduce((body, change) => merged(body, nested(change.field, change[side])), {})
  return {
    changes: changes.map(({ field }) => ({ path: field, key: keyAt(field) })),
    before: caseValuesOf(bodyOf('before')),
    after: caseValuesOf(bodyOf('after')),
  }
}
