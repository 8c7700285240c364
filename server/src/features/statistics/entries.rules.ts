import { type StatisticsEntry, shareOf } from '@portal/contract'

export type Counts = Readonly<Record<string, number>>

/** The words of an entry, and the entry that contains it. */
export interface EntryWords {
  readonly label: string
  readonly parent?: string | undefined
}

/** The entries of an indicator, from their keys in the order of display. */
export const entriesOf = (
  keys: readonly string[],
  { counts, total }: { readonly counts: Counts; readonly total: number },
  wordsOf: (key: string) => EntryWords,
): StatisticsEntry[] =>
  keys.map((key) => {
    const count = counts[key] ?? 0
    return { key, ...wordsOf(key), count, share: shareOf(count, total) }
  })

const { compare } = new Intl.Collator('it')

/** The most frequent entries first, equal ones by their words. */
export const mostFrequentFirst = (entries: readonly StatisticsEntry[]): StatisticsEntry[] =>
  [...entries].sort((one, other) => other.count - one.count || compare(one.label, other.label))

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const monthText = (number: number) => `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`

/** The months from the first to the last of those that have records, without a gap. */
export function monthsOf(counts: Counts): string[] {
  const numbers = Object.keys(counts).map(monthNumber)
  if (numbers.length === 0) return []
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  return Array.from({ length: last - first + 1 }, (_, index) => monthText(first + index))
}

/** A band of days, both ends included; the last one has no end. */
export interface Band {
  readonly key: string
  readonly from: number
  readonly to?: number
}

/** The bands that begin on these days. Keys are such as `0`, `1-2` and `31+`. */
export const bandsOf = (starts: readonly number[]): Band[] =>
  starts.map((from, index) => {
    const next = starts[index + 1]
    if (next === undefined) return { key: `${from}+`, from }
    const to = next - 1
    return { key: to === from ? `${from}` : `${from}-${to}`, from, to }
  })

/** Adds counts by number of days up by band. */
export function countByBand(bands: readonly Band[], byDays: Counts): Counts {
  const days = Object.entries(byDays).map(([day, count]) => [Number(day), count] as const)
  const isIn = ({ from, to = Number.POSITIVE_INFINITY }: Band, day: number) => day >= from && day <= to
  return Object.fromEntries(
    bands.map((band) => [band.key, days.reduce((sum, [day, count]) => sum + (isIn(band, day) ? count : 0), 0)]),
  )
}

const tenth = (value: number) => Math.round(value * 10) / 10

interface Averages {
  readonly median?: number
  readonly mean?: number
  readonly p90?: number
}

/**
 * Median, mean to one decimal and 90th percentile, in days, of counts by number of days; nothing without any. The percentile is the
 * fewest days within which at least nine tenths of the records are.
 */
export function averagesOf(byDays: Counts): Averages {
  const days = Object.entries(byDays)
    .map(([day, count]) => [Number(day), count] as const)
    .sort(([one], [other]) => one - other)
  const total = days.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return {}
  /** The value in a place of the sorted values, counted from 0. */
  const valueAt = (place: number) => {
    let seen = 0
    for (const [day, count] of days) {
      seen += count
      if (seen > place) return day
    }
    return 0
  }
  const sum = days.reduce((all, [day, count]) => all + day * count, 0)
  return {
    median: (valueAt(Math.floor((total - 1) / 2)) + valueAt(Math.floor(total / 2))) / 2,
    mean: tenth(sum / total),
    p90: valueAt(Math.ceil(0.9 * total) - 1),
  }
}
