import {
  type CaseStatistics,
  type Indicator,
  type RegisterStatistics,
  type StatisticsEntry,
  type StatisticsSubject,
  shareOf,
  statisticsSubjects,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import type { SmallColumn, SmallSheet } from '#platform/sheets/small-workbook.ts'

interface IndicatorResult {
  readonly indicator: string
  readonly entries: readonly StatisticsEntry[]
  readonly missing: number
  readonly median?: number | undefined
  readonly mean?: number | undefined
}
interface Counted {
  readonly total: number
  readonly indicators: readonly IndicatorResult[]
}

const { columns: columnTitles, durations, total: totalTitle, summary, file: _file, ...texts } = office.statistics
const titlesOf = (subject: StatisticsSubject): Readonly<Record<string, { title: string; missing: string }>> =>
  texts[subject]

const countColumns: readonly SmallColumn[] = [
  { title: columnTitles.count, kind: 'count' },
  { title: columnTitles.share, kind: 'share' },
]
const comparedColumns: readonly SmallColumn[] = [
  { title: columnTitles.comparedCount, kind: 'count' },
  { title: columnTitles.comparedShare, kind: 'share' },
]

/** The entries of all sets: those of the first, then those that only the comparison has; months in their order. */
function allEntries(sets: readonly IndicatorResult[], { chart }: Indicator): StatisticsEntry[] {
  const entries = [...new Map(sets.flatMap((set) => set.entries).map((entry) => [entry.key, entry])).values()]
  return chart === 'line' ? entries.sort((one, other) => one.key.localeCompare(other.key)) : entries
}

interface SheetOf {
  readonly subject: StatisticsSubject
  readonly key: string
  readonly declaration: Indicator
  /** The result and, where there is one, the comparison. */
  readonly sets: readonly Counted[]
}

const indicatorIn = ({ indicators }: Counted, key: string): IndicatorResult =>
  indicators.find(({ indicator }) => indicator === key) ?? { indicator: key, entries: [], missing: 0 }

/** Number and share of each set. */
const cellsOf = (sets: readonly Counted[], counts: readonly number[]) =>
  counts.flatMap((count, index) => [count, shareOf(count, sets[index]?.total ?? 0)])

/** The sheet of an indicator: a row for each entry, before it the entry that contains it, and one for records without a value. */
function sheetOf({ subject, key, declaration, sets }: SheetOf): SmallSheet {
  const titles = titlesOf(subject)
  const { title = key, missing = '' } = titles[key] ?? {}
  const { within } = declaration
  const found = sets.map((set) => indicatorIn(set, key))
  const parents = within
    ? allEntries(
        sets.map((set) => indicatorIn(set, within)),
        declaration,
      )
    : []
  const parentOf = ({ parent }: Partial<StatisticsEntry>) =>
    within ? [parents.find((entry) => entry.key === parent)?.label ?? null] : []
  const countIn = (entries: readonly StatisticsEntry[], entryKey: string) =>
    entries.find((entry) => entry.key === entryKey)?.count ?? 0
  return {
    title,
    columns: [
      ...(within ? [{ title: titles[within]?.title ?? within, kind: 'text' } as const] : []),
      { title, kind: 'text' },
      ...countColumns,
      ...(sets.length > 1 ? comparedColumns : []),
    ],
    rows: [
      ...allEntries(found, declaration).map((entry) => {
        const counts = found.map(({ entries }) => countIn(entries, entry.key))
        return [...parentOf(entry), entry.label, ...cellsOf(sets, counts)]
      }),
      [
        ...parentOf({}),
        missing,
        ...cellsOf(
          sets,
          found.map((set) => set.missing),
        ),
      ],
    ],
  }
}

/** The first sheet: how many records there are, and the median and mean of each duration. */
function summarySheet(subject: StatisticsSubject, sets: readonly Counted[]): SmallSheet {
  const indicators = Object.entries<Indicator>(statisticsSubjects[subject].indicators)
  const averages = indicators.flatMap(([key, { bands }]) => {
    const found = bands ? sets.map((set) => indicatorIn(set, key)) : []
    const name = titlesOf(subject)[key]?.title ?? key
    return found.length === 0
      ? []
      : (['median', 'mean'] as const).map((what) => [
          `${name}: ${durations[what]}`,
          ...found.map((set) => set[what] ?? null),
        ])
  })
  const compared = sets.length > 1 ? [{ title: columnTitles.comparedCount, kind: 'days' } as const] : []
  return {
    title: summary,
    columns: [{ title: summary, kind: 'text' }, { title: columnTitles.count, kind: 'days' }, ...compared],
    rows: [[totalTitle, ...sets.map(({ total }) => total)], ...averages],
  }
}

/** The sheets of the workbook of statistics: a summary, and one sheet for each indicator with the numbers of the screen. */
export function statisticsSheets(
  ...[subject, { result, comparison }]:
    | readonly [subject: 'cases', statistics: CaseStatistics]
    | readonly [subject: 'register', statistics: RegisterStatistics]
): SmallSheet[] {
  const sets: readonly Counted[] = [result, ...(comparison ? [comparison] : [])]
  const indicators = Object.entries<Indicator>(statisticsSubjects[subject].indicators)
  return [
    summarySheet(subject, sets),
    ...indicators.map(([key, declaration]) => sheetOf({ subject, key, declaration, sets })),
  ]
}
