import {
  type CountedSet,
  type Indicator,
  type IndicatorRow,
  indicatorIn,
  indicatorRows,
  type PlainDate,
  type StatisticsEntry,
  type StatisticsSubject,
  statisticsSubjects,
} from '@portal/contract'

/** The counts of a year and of the year before. */
export type TwoSets = readonly [own: CountedSet, before: CountedSet]

/** What the report shows of an indicator. */
export interface ReportTable {
  readonly indicator: string
  readonly declaration: Indicator
  readonly rows: readonly IndicatorRow[]
  /** Records without a value, in each year. */
  readonly missing: readonly number[]
  readonly totals: readonly number[]
}

const monthName = new Intl.DateTimeFormat('it', { month: 'long', timeZone: 'UTC' })

/** The months of a period that begins in January, by number: the same month of two years is one row. */
function monthsByNumber(entries: readonly StatisticsEntry[], to: PlainDate): StatisticsEntry[] {
  return Array.from({ length: Number(to.slice(5, 7)) }, (_, index) => {
    const key = String(index + 1).padStart(2, '0')
    const { count, share } = entries.find((entry) => entry.key.endsWith(`-${key}`)) ?? { count: 0, share: 0 }
    return { key, label: monthName.format(new Date(`2000-${key}-01`)), count, share }
  })
}

const withEntries = (
  { total, indicators }: CountedSet,
  key: string,
  change: (entries: readonly StatisticsEntry[]) => StatisticsEntry[],
): CountedSet => ({
  total,
  indicators: indicators.map((one) => (one.indicator === key ? { ...one, entries: change(one.entries) } : one)),
})

/** Gives operators numbers instead of names, in the order of the first set: a document goes further than a screen. */
function withoutNames(sets: TwoSets, nameOf: (number: number) => string): TwoSets {
  const keys = [...new Set(sets.flatMap((set) => indicatorIn(set, 'operators').entries.map(({ key }) => key)))]
  const numbered = (entries: readonly StatisticsEntry[]) =>
    entries.map((entry) => ({ ...entry, label: nameOf(keys.indexOf(entry.key) + 1) }))
  return [withEntries(sets[0], 'operators', numbered), withEntries(sets[1], 'operators', numbered)]
}

interface Options {
  /** The last day that is counted. */
  readonly to: PlainDate
  readonly operatorName: (number: number) => string
}

/** The tables of a chapter, one for each indicator of its statistics. */
export function reportTables(subject: StatisticsSubject, sets: TwoSets, { to, operatorName }: Options): ReportTable[] {
  const byNumber = (set: CountedSet) => withEntries(set, 'months', (entries) => monthsByNumber(entries, to))
  const [own, before] = withoutNames(sets, operatorName)
  const shown = [byNumber(own), byNumber(before)]
  return Object.entries<Indicator>(statisticsSubjects[subject].indicators).map(([indicator, declaration]) => ({
    indicator,
    declaration,
    rows: indicatorRows(indicator, declaration, shown),
    missing: shown.map((set) => indicatorIn(set, indicator).missing),
    totals: shown.map(({ total }) => total),
  }))
}
