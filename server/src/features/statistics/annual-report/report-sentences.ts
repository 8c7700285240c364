import { indicatorIn, type StatisticsSubject, shareOf } from '@portal/contract'
import { textsIn } from '#platform/texts.ts'
import type { ReportTable, TwoSets } from './report-tables.rules.ts'

const texts = textsIn('it')
const counts = new Intl.NumberFormat('it')
const differences = new Intl.NumberFormat('it', { signDisplay: 'exceptZero' })
const shares = new Intl.NumberFormat('it', { style: 'percent', maximumFractionDigits: 1 })
const changes = new Intl.NumberFormat('it', { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
const days = new Intl.NumberFormat('it', { maximumFractionDigits: 1 })
const list = new Intl.ListFormat('it')

export const countText = (count: number) => counts.format(count)
export const shareText = (count: number, total: number) => shares.format(shareOf(count, total))
export const differenceText = (own: number, before: number) => differences.format(own - before)

/** A year of a report and the one before, as sentences name them. */
export interface ReportYears {
  readonly year: number
  readonly before: number
}

const units = (subject: StatisticsSubject, count: number) =>
  texts(`annualReport.${subject}.units`, { count, number: countText(count) })
const daysText = (count: number) => texts('annualReport.times.days', { count, number: days.format(count) })

/** How many records arrived, and the difference from the year before. */
export function arrivalSentences(subject: StatisticsSubject, sets: TwoSets, { year, before }: ReportYears): string {
  const [own, other] = sets.map(({ total }) => total) as [number, number]
  const part = other === 0 || own === other ? '' : ` (${changes.format((own - other) / other)})`
  return [
    texts(`annualReport.${subject}.arrived`, { count: own, number: countText(own), year }),
    texts(`annualReport.${subject}.before`, {
      count: other,
      number: countText(other),
      before,
      difference: `${differenceText(own, other)}${part}`,
    }),
  ].join(' ')
}

/** Which entries are the most frequent ones. */
function mostSentence(subject: StatisticsSubject, { indicator, rows, totals }: ReportTable, before: number): string {
  const top = Math.max(0, ...rows.map(({ counts: [count = 0] }) => count))
  if (top === 0) return texts(`annualReport.${subject}.none`)
  const first = rows.filter(({ counts: [count] }) => count === top)
  const [own = 0] = totals
  const figures = { units: units(subject, top), total: countText(own), share: shareText(top, own) }
  const [leader] = first
  if (leader && first.length === 1)
    return texts('annualReport.most.one', {
      ...figures,
      before,
      label: leader.label,
      beforeUnits: units(subject, leader.counts[1] ?? 0),
      lead: texts(`annualReport.${subject}.leads.${indicator}.one`),
    })
  // More names than these are read better in the table.
  if (first.length > 3) return texts('annualReport.most.several', { ...figures, count: first.length })
  return texts('annualReport.most.two', {
    ...figures,
    lead: texts(`annualReport.${subject}.leads.${indicator}.other`),
    labels: list.format(first.map(({ label }) => `«${label}»`)),
  })
}

/** The median, mean and 90th percentile of a duration. */
function timesSentence(subject: StatisticsSubject, { indicator, missing }: ReportTable, sets: TwoSets, before: number) {
  const [own, other] = sets.map((set) => indicatorIn(set, indicator))
  if (own?.median === undefined || own.mean === undefined || own.p90 === undefined)
    return texts(`annualReport.${subject}.none`)
  const figures = { median: daysText(own.median), mean: daysText(own.mean), p90: daysText(own.p90) }
  const reached = units(subject, sets[0].total - (missing[0] ?? 0))
  const earlier =
    other?.median === undefined ? [] : [texts('annualReport.times.before', { before, median: daysText(other.median) })]
  return [texts('annualReport.times.own', { ...figures, units: reached }), ...earlier].join(' ')
}

/** What the numbers of an indicator say, in one or two sentences. */
export const indicatorSentence = (subject: StatisticsSubject, table: ReportTable, sets: TwoSets, before: number) =>
  table.declaration.bands ? timesSentence(subject, table, sets, before) : mostSentence(subject, table, before)
