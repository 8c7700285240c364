import { isDeepStrictEqual } from 'node:util'

type Values = Readonly<Record<string, unknown>>

const withValues = (values: Values, keys: readonly string[], from: Values): Values => {
  const merged: Record<string, unknown> = { ...values }
  for (const key of keys) {
    if (from[key] === undefined) delete merged[key]
    else merged[key] = from[key]
  }
  return merged
}

/** The values of the kept record after a merge: those of the other in the fields that were chosen. */
export const mergeValues = (kept: Values, merged: Values, taken: readonly string[]): Values =>
  withValues(kept, taken, merged)

interface Undo {
  /** The values of the kept record before the merge, after it, and now. */
  readonly before: Values
  readonly after: Values
  readonly now: Values
  /** The fields that the merge set. */
  readonly taken: readonly string[]
}

/** The fields that the merge set and that somebody has edited since. */
export const editedSince = ({ after, now, taken }: Omit<Undo, 'before'>): string[] =>
  taken.filter((key) => !isDeepStrictEqual(after[key], now[key]))

/**
 * The values of the kept record after an undo: what the merge set gets its old value, but a field that was edited since only if it
 * is in `restored`; edits of other fields stay.
 */
export function undoneValues(undo: Undo, restored: readonly string[]): Values {
  const edited = editedSince(undo)
  const back = undo.taken.filter((key) => !edited.includes(key) || restored.includes(key))
  return withValues(undo.now, back, undo.before)
}
