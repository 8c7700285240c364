import {
  dutyIndicators,
  formatScreenDate,
  type IndicatorRow,
  type Office,
  openDataPolicy,
  type PlainDate,
  type ReportPeriods,
  type StatisticsSubject,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import { formatInstant } from '#platform/format-instant.ts'
import { textsIn } from '#platform/texts.ts'
import type { WordBlock, WordChart, WordColumn, WordDocument, WordTable } from '#platform/word/word-document.ts'
import {
  arrivalSentences,
  countText,
  differenceText,
  indicatorSentence,
  type ReportYears,
  shareText,
} from './report-sentences.ts'
import { type ReportTable, reportTables, type TwoSets } from './report-tables.rules.ts'

/** The statistics of a subject in both periods. */
interface Chapter {
  readonly subject: StatisticsSubject
  readonly sets: TwoSets
}

/** What a report says. */
export interface ReportFacts {
  readonly office: Pick<Office, 'name'>
  readonly year: number
  readonly periods: ReportPeriods
  readonly madeAt: Date
  readonly chapters: readonly Chapter[]
}

const texts = textsIn('it')
const { columns } = office.statistics
const titlesOf = (subject: StatisticsSubject): Readonly<Record<string, { title: string; missing: string }>> =>
  office.statistics[subject]

/** So many entries of a chart can be read; the regions are a few more and all of them are shown. */
const chartEntries = { bar: 12, line: 12, map: 22 } as const

const daysText = (key: 'period' | 'comparedPeriod', { from, to }: { from: PlainDate; to: PlainDate }) =>
  texts(`annualReport.${key}`, { from: formatScreenDate(from), to: formatScreenDate(to) })

/** The report as a value that `writeWord` writes. */
export function reportDocument(facts: ReportFacts): WordDocument {
  const { year, periods, madeAt, chapters } = facts
  const years = { year, before: year - 1 }
  const internal = texts('annualReport.internal')
  return {
    language: 'it-IT',
    title: texts('exports.documents.annualReport', { year }),
    subject: texts('annualReport.subject', years),
    author: facts.office.name,
    coverLines: [
      ...chapters.map(({ subject }) => texts(`annualReport.${subject}.title`)),
      daysText('period', periods.own),
      daysText('comparedPeriod', periods.before),
      texts('annualReport.madeAt', { at: formatInstant(madeAt) }),
      internal,
    ],
    contents: texts('annualReport.contents'),
    footer: `${internal} · ${texts('annualReport.page')}`,
    blocks: [...methodOf(facts, years), ...chapters.flatMap((chapter) => chapterOf(chapter, periods.own.to, years))],
  }
}

const paragraph = (text: string): WordBlock => ({ kind: 'paragraph', text })

/** The head of the chapter on the duties of an equality body (Directives (EU) 2024/1499 and 2024/1500). */
const dutyIntroduction: readonly WordBlock[] = [
  { kind: 'chapter', text: texts('annualReport.duties.title') },
  paragraph(texts('annualReport.duties.scope')),
  paragraph(texts('annualReport.duties.method')),
]

/** How the numbers are counted, and how to handle small ones. */
function methodOf({ periods, chapters }: ReportFacts, years: ReportYears): WordBlock[] {
  const isUnfinished = !periods.own.to.endsWith('-12-31')
  const words = (key: string, values: Readonly<Record<string, unknown>> = {}) =>
    texts(`annualReport.method.${key}`, values)
  return [
    { kind: 'chapter', text: words('title') },
    ...(isUnfinished ? [paragraph(words('unfinished', { ...years }))] : []),
    ...chapters.map(({ subject }) => paragraph(texts(`annualReport.${subject}.method`))),
    paragraph(`${words('shares')} ${words('median')}`),
    paragraph(words('charts')),
    paragraph(words('small', { smallest: openDataPolicy.smallest })),
  ]
}

/** Whether an indicator is one of the duties of an equality body, which have a chapter of their own. */
const isDuty = ({ indicator }: ReportTable) => dutyIndicators.some((duty) => duty === indicator)

function chapterOf({ subject, sets }: Chapter, to: PlainDate, years: ReportYears): WordBlock[] {
  const operatorName = (number: number) => texts('annualReport.operator', { number })
  const tables = reportTables(subject, sets, { to, operatorName })
  const sectionsOf = (shown: readonly ReportTable[]) => shown.flatMap((table) => sectionOf(subject, table, sets, years))
  const duties = tables.filter(isDuty)
  return [
    { kind: 'chapter', text: texts(`annualReport.${subject}.title`) },
    paragraph(arrivalSentences(subject, sets, years)),
    ...sectionsOf(tables.filter((table) => !isDuty(table))),
    ...(duties.length > 0 ? [...dutyIntroduction, ...sectionsOf(duties)] : []),
  ]
}

/** The section of an indicator: what the numbers say, the chart, and the table. */
function sectionOf(subject: StatisticsSubject, table: ReportTable, sets: TwoSets, years: ReportYears): WordBlock[] {
  const title = titlesOf(subject)[table.indicator]?.title ?? table.indicator
  const { chart, note } = chartOf(title, table, years)
  return [
    { kind: 'section', text: title },
    paragraph(indicatorSentence(subject, table, sets, years.before)),
    ...(table.declaration.unit === 'mentions' ? [noteOf(texts(`annualReport.${subject}.mentions`))] : []),
    ...chart,
    ...note,
    tableOf(subject, title, table, years),
  ]
}

const noteOf = (text: string): WordBlock => ({ kind: 'note', text })

/** The chart of an indicator, none where there is nothing to draw, and a note where it leaves entries out. */
function chartOf(title: string, { declaration: { chart: kind }, rows }: ReportTable, { year, before }: ReportYears) {
  const shown = rows.slice(0, chartEntries[kind])
  if (!shown.some(({ counts }) => counts.some((count) => count > 0))) return { chart: [], note: [] }
  const type = kind === 'line' ? 'line' : 'bar'
  const valuesOf = (set: number) => shown.map(({ counts }) => counts[set] ?? 0)
  const chart: WordChart = {
    kind: 'chart',
    type,
    title,
    description: texts(`annualReport.charts.${type}`, { title, year, before }),
    // Three letters of a month fit below its point.
    categories: shown.map(({ label }) => (type === 'line' ? label.slice(0, 3) : label)),
    series: [
      { name: String(year), values: valuesOf(0) },
      { name: String(before), values: valuesOf(1) },
    ],
  }
  const isPart = shown.length < rows.length
  const some = texts('annualReport.charts.some', { count: shown.length, all: rows.length })
  return { chart: [chart], note: isPart ? [noteOf(some)] : [] }
}

function tableOf(subject: StatisticsSubject, title: string, table: ReportTable, years: ReportYears): WordTable {
  const { declaration, rows, missing, totals } = table
  const { within } = declaration
  const label = (heading: string): WordColumn => ({ heading, isFigure: false, share: within ? 3 : 6 })
  const figure = (heading: string): WordColumn => ({ heading, isFigure: true, share: 1 + heading.length / 40 })
  const cellsOf = (name: string, counts: readonly number[], parent = '') => {
    const [own = 0, before = 0] = counts
    return [
      ...(within ? [parent] : []),
      ...[name, countText(own), shareText(own, totals[0] ?? 0), countText(before), differenceText(own, before)],
    ]
  }
  const total = texts(`annualReport.${subject}.total`)
  return {
    kind: 'table',
    columns: [
      ...(within ? [label(titlesOf(subject)[within]?.title ?? within)] : []),
      label(title),
      ...[String(years.year), columns.share, String(years.before), texts('annualReport.difference')].map(figure),
    ],
    rows: [
      ...rows.map(({ label: name, counts, parent }: IndicatorRow) => cellsOf(name, counts, parent)),
      ...(missing.some((count) => count > 0)
        ? [cellsOf(titlesOf(subject)[table.indicator]?.missing ?? '', missing)]
        : []),
    ],
    // Its name is in the first column, whatever that has.
    total: cellsOf(within ? '' : total, totals, total),
  }
}
