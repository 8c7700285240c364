import {
  type CaseStatistics,
  type CountedSet,
  type Indicator,
  indicatorIn,
  indicatorRows,
  type RegisterStatistics,
  type StatisticsSubject,
  shareOf,
  statisticsSubjects,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import type { SmallColumn, SmallSheet } from '#platform/spreadsheets/small-workbook.ts'

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

interface SheetOf {
  readonly subject: StatisticsSubject
  readonly key: string
  readonly declaration: Indicator
  /** The result and, where there is one, the comparison. */
  readonly sets: readonly CountedSet[]
}

/** Number and share of each set. */
const cellsOf = (sets: readonly CountedSet[], counts: readonly number[]) =>
  counts.flatMap((count, index) => [count, shareOf(count, sets[index]?.total ?? 0)])

/** The sheet of an indicator: a row for each entry, before it the entry that contains it, and one for records without a value. */
function sheetOf({ subject, key, declaration, sets }: SheetOf): SmallSheet {
  const titles = titlesOf(subject)
  const { title = key, missing = '' } = titles[key] ?? {}
  const { within } = declaration
  const firstCells = (parent: string | undefined) => (within ? [parent ?? null] : [])
  return {
    title,
    columns: [
      ...(within ? [{ title: titles[within]?.title ?? within, kind: 'text' } as const] : []),
      { title, kind: 'text' },
      ...countColumns,
      ...(sets.length > 1 ? comparedColumns : []),
    ],
    rows: [
      ...indicatorRows(key, declaration, sets).map(({ parent, label, counts }) => [
        ...firstCells(parent),
        label,
        ...cellsOf(sets, counts),
      ]),
      [
        ...firstCells(undefined),
        missing,
        ...cellsOf(
          sets,
          sets.map((set) => indicatorIn(set, key).missing),
        ),
      ],
    ],
  }
}

/** The first sheet: how many records there are, and median, mean and 90th percentile of each duration. */
function summarySheet(subject: StatisticsSubject, sets: readonly CountedSet[]): SmallSheet {
  const indicators = Object.entries<Indicator>(statisticsSubjects[subject].indicators)
  const averages = indicators.flatMap(([key, { bands }]) => {
    const found = bands ? sets.map((set) => indicatorIn(set, key)) : []
    const name = titlesOf(subject)[key]?.title ?? key
    return found.length === 0
      ? []
      : (['median', 'mean', 'p90'] as const).map((what) => [
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
  const sets: readonly CountedSet[] = [result, ...(comparison ? [comparison] : [])]
  const indicators = Object.entries<Indicator>(statisticsSubjects[subject].indicators)
  return [
    summarySheet(subject, sets),
    ...indicators.map(([key, declaration]) => sheetOf({ subject, key, declaration, sets })),
  ]
}
