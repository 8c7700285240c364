/** How an indicator reads its keys from a column of a counted row. */
export interface Reading<C extends string> {
  readonly column: C
  /** The keys of a value that is not null; itself as text by default. */
  readonly keysOf?: (value: unknown) => readonly string[]
}

/** Columns that are counted together. */
export type ColumnGroup<C extends string> = readonly [C, ...C[]]

/** How many records have these values in the columns of a group. */
export interface CountedRow<C extends string> {
  readonly group: number
  readonly values: Readonly<Record<C, unknown>>
  readonly count: number
}

/** The counts of one set of records: numbers and keys, without words. */
export interface Tally {
  readonly total: number
  /** By indicator and key. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** By indicator: the records without a value. */
  readonly missing: Readonly<Record<string, number>>
}

interface Counting<C extends string> {
  readonly groups: readonly ColumnGroup<C>[]
  readonly readings: Readonly<Record<string, Reading<C>>>
}

const itself = (value: unknown) => [String(value)]

/** Adds the rows of an indicator up by key. A record counts once for each of its keys. */
function countKeys<C extends string>({ column, keysOf = itself }: Reading<C>, rows: readonly CountedRow<C>[]) {
  const counts: Record<string, number> = {}
  let missing = 0
  for (const { values, count } of rows) {
    const keys = new Set(values[column] === null ? [] : keysOf(values[column]))
    for (const key of keys) counts[key] = (counts[key] ?? 0) + count
    if (keys.size === 0) missing += count
  }
  return { counts, missing }
}

/** Adds the rows of the groups up by indicator. */
export function tallyOf<C extends string>({ groups, readings }: Counting<C>, rows: readonly CountedRow<C>[]): Tally {
  const byGroup = groups.map((_columns, index) => rows.filter(({ group }) => group === index))
  const rowsOf = (column: C) => byGroup[groups.findIndex((columns) => columns.includes(column))] ?? []
  const counted = Object.entries<Reading<C>>(readings).map(
    ([indicator, reading]) => [indicator, countKeys(reading, rowsOf(reading.column))] as const,
  )
  return {
    // Every group counts every record once.
    total: (byGroup[0] ?? []).reduce((sum, { count }) => sum + count, 0),
    counts: Object.fromEntries(counted.map(([indicator, { counts }]) => [indicator, counts])),
    missing: Object.fromEntries(counted.map(([indicator, { missing }]) => [indicator, missing])),
  }
}
