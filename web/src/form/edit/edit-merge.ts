/** Who changed a group of fields since the record was read: this user, another one, or both. */
type Changer = 'mine' | 'theirs' | 'both'
export type Side = Exclude<Changer, 'both'>

/** Fields in which two versions of a record differ; dependent fields form one difference. */
export interface Difference<K extends string> {
  /** The first of its fields. */
  readonly id: K
  readonly keys: readonly K[]
  readonly changedBy: Changer
}

export type Choices<K extends string> = Readonly<Partial<Record<K, Side>>>

/** Three versions of a record: as read, as edited here, and as saved by another user. */
export interface Versions<D> {
  readonly base: D
  readonly mine: D
  readonly theirs: D
}

/** Changes of one side alone are preselected. */
export const defaultChoices = <K extends string>(differences: readonly Difference<K>[]) =>
  Object.fromEntries(
    differences.flatMap(({ id, changedBy }) => (changedBy === 'both' ? [] : [[id, changedBy]])),
  ) as Choices<K>

export const openDifferences = <K extends string>(differences: readonly Difference<K>[], choices: Choices<K>) =>
  differences.filter(({ id }) => choices[id] === undefined)

interface MergeFields<D, K> {
  readonly keys: readonly K[]
  /** The fields that can only change together with this one. */
  readonly unitOf: (key: K) => readonly K[]
  readonly isSameIn: (key: K, one: D, other: D) => boolean
}

/** How two versions of a kind of record are merged, field by field. */
export function defineMerge<D, K extends string>({ keys: all, unitOf, isSameIn }: MergeFields<D, K>) {
  const units = all.map(unitOf).filter((keys, index, many) => many.findIndex(([id]) => id === keys[0]) === index)
  const isChanged = (keys: readonly K[], one: D, other: D) => keys.some((key) => !isSameIn(key, one, other))
  return {
    /** Every group of fields in which the user's draft differs from the saved record, with who changed it. */
    differencesOf: ({ base, mine, theirs }: Versions<D>) =>
      units.flatMap((keys): Difference<K>[] => {
        const [id] = keys
        if (id === undefined || !isChanged(keys, mine, theirs)) return []
        const [iDid, theyDid] = [isChanged(keys, base, mine), isChanged(keys, base, theirs)]
        const shown = keys.filter((key) => isChanged([key], mine, theirs) || isChanged([key], base, mine))
        return [{ id, keys: shown, changedBy: iDid && theyDid ? 'both' : iDid ? 'mine' : 'theirs' }]
      }),
    /** The merged record: the common values, and for each difference those of the selected side. */
    mergedOf: ({ mine, theirs }: Versions<D>, differences: readonly Difference<K>[], choices: Choices<K>): D => {
      const taken = differences.filter(({ id }) => choices[id] === 'mine').flatMap(({ id }) => unitOf(id))
      return { ...theirs, ...Object.fromEntries(taken.map((key) => [key, mine[key as K & keyof D]])) }
    },
  }
}
