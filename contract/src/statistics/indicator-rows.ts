import type { Indicator } from './indicators.ts'
import type { StatisticsEntry } from './statistics.ts'

/** The counts of an indicator in one set of records. */
export interface IndicatorResult {
  readonly indicator: string
  readonly entries: readonly StatisticsEntry[]
  readonly missing: number
  readonly median?: number | undefined
  readonly mean?: number | undefined
  readonly p90?: number | undefined
}

/** A set of records, counted by every indicator. */
export interface CountedSet {
  readonly total: number
  readonly indicators: readonly IndicatorResult[]
}

/** A row of the table of an indicator, on screen and in the workbook. */
export interface IndicatorRow {
  readonly key: string
  readonly label: string
  /** The label of the entry that contains this one, of an indicator `within` another. */
  readonly parent?: string | undefined
  /** In each set. */
  readonly counts: readonly number[]
}

export const indicatorIn = ({ indicators }: CountedSet, key: string): IndicatorResult =>
  indicators.find(({ indicator }) => indicator === key) ?? { indicator: key, entries: [], missing: 0 }

/** The entries of all sets: those of the first, then those that only the others have; months in their order. */
function allEntries(found: readonly IndicatorResult[], { chart }: Pick<Indicator, 'chart'>): StatisticsEntry[] {
  const entries = [...new Map(found.flatMap((set) => set.entries).map((entry) => [entry.key, entry])).values()]
  return chart === 'line' ? entries.sort((one, other) => one.key.localeCompare(other.key)) : entries
}

/** The rows of an indicator: one for each entry that any of the sets has. Records without a value are in none of them. */
export function indicatorRows(
  key: string,
  declaration: Pick<Indicator, 'chart' | 'within'>,
  sets: readonly CountedSet[],
): IndicatorRow[] {
  const { within } = declaration
  const inSets = (one: string) => sets.map((set) => indicatorIn(set, one))
  const parents = new Map(within ? allEntries(inSets(within), declaration).map((one) => [one.key, one.label]) : [])
  const found = inSets(key)
  return allEntries(found, declaration).map(({ key: entry, label, parent }) => ({
    key: entry,
    label,
    parent: parent === undefined ? undefined : parents.get(parent),
    counts: found.map(({ entries }) => entries.find((one) => one.key === entry)?.count ?? 0),
  }))
}
