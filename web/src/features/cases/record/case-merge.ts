import type { CaseDraft, CaseKey } from '@portal/contract'
import { editableKeys, isSameIn, unitOf } from './case-draft.ts'

/** Who changed a group of fields since the case was read: this user, another one, or both. */
type Changer = 'mine' | 'theirs' | 'both'
export type Side = Exclude<Changer, 'both'>

/** Fields in which two versions of a case differ; dependent fields form one difference. */
export interface Difference {
  /** The first of its fields. */
  readonly id: CaseKey
  readonly keys: readonly CaseKey[]
  readonly changedBy: Changer
}

export type Choices = Readonly<Partial<Record<CaseKey, Side>>>

/** Three versions of a case: as read, as edited here, and as saved by another user. */
export interface Versions {
  readonly base: CaseDraft
  readonly mine: CaseDraft
  readonly theirs: CaseDraft
}

const isChanged = (keys: readonly CaseKey[], one: CaseDraft, other: CaseDraft) =>
  keys.some((key) => !isSameIn(key, one, other))

/** Every group of fields in which the user's draft differs from the saved case, with who changed it. */
export function differencesOf({ base, mine, theirs }: Versions): Difference[] {
  const units = editableKeys.map(unitOf).filter((keys, index, all) => all.findIndex(([id]) => id === keys[0]) === index)
  return units.flatMap((keys) => {
    const [id] = keys
    if (id === undefined || !isChanged(keys, mine, theirs)) return []
    const [iDid, theyDid] = [isChanged(keys, base, mine), isChanged(keys, base, theirs)]
    const shown = keys.filter((key) => isChanged([key], mine, theirs) || isChanged([key], base, mine))
    return [{ id, keys: shown, changedBy: iDid && theyDid ? 'both' : iDid ? 'mine' : 'theirs' }]
  })
}

/** Changes of one side alone are preselected. */
export const defaultChoices = (differences: readonly Difference[]): Choices =>
  Object.fromEntries(differences.flatMap(({ id, changedBy }) => (changedBy === 'both' ? [] : [[id, changedBy]])))

export const openDifferences = (differences: readonly Difference[], choices: Choices) =>
  differences.filter(({ id }) => choices[id] === undefined)

/** The merged case: the common values, and for each difference those of the selected side. */
export function mergedOf({ mine, theirs }: Versions, differences: readonly Difference[], choices: Choices): CaseDraft {
  const taken = differences.filter(({ id }) => choices[id] === 'mine').flatMap(({ id }) => unitOf(id))
  return { ...theirs, ...Object.fromEntries(taken.map((key) => [key, mine[key]])) }
}
