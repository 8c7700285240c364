import type { CountedSet, PlainDate, StatisticsEntry } from '@portal/contract'
import { addMonths, monthsFrom, type Period } from './periods.rules.ts'

/** The period to compare with: two filters more, so that panel, chips and address have them as all others. */
export interface ComparedPeriod {
  readonly comparedFrom?: PlainDate | undefined
  readonly comparedTo?: PlainDate | undefined
}

/** The filters of the days that limit the period of a page. */
export interface PeriodKeys {
  readonly from: string
  readonly to: string
}

export interface Request<F> {
  readonly filters: F
  /** The same filters in the period to compare with. */
  readonly comparison?: F
}

const dayAt = (filters: object, key: string) => (filters as Readonly<Record<string, PlainDate | undefined>>)[key]

export const periodIn = (filters: object, { from, to }: PeriodKeys): Period => ({
  from: dayAt(filters, from),
  to: dayAt(filters, to),
})

/** What to count: the filters, and the same in another period where one is set. */
export function requestOf<F extends object>(filters: F & ComparedPeriod, keys: PeriodKeys): Request<F> {
  const { comparedFrom, comparedTo, ...own } = filters
  if (!(comparedFrom || comparedTo)) return { filters: own as F }
  const { [keys.from]: _from, [keys.to]: _to, ...others } = own as Record<string, unknown>
  const period = { ...(comparedFrom && { [keys.from]: comparedFrom }), ...(comparedTo && { [keys.to]: comparedTo }) }
  return { filters: own as F, comparison: { ...others, ...period } as F }
}

const monthName = new Intl.DateTimeFormat('it', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const nameOf = (month: string) => monthName.format(new Date(`${month}-01`))

/** The months of the other period, each as the month of this period that it is compared with; those between have no records. */
function alignedMonths(
  own: readonly StatisticsEntry[],
  others: readonly StatisticsEntry[],
  shift: number,
): StatisticsEntry[] {
  const counted = new Map(others.map((entry) => [addMonths(entry.key, shift), entry]))
  const months = [...own.map(({ key }) => key), ...counted.keys()].sort()
  const [first = '', last = ''] = [months[0], months.at(-1)]
  return Array.from({ length: months.length > 0 ? monthsFrom(first, last) + 1 : 0 }, (_, index) => {
    const key = addMonths(first, index)
    const { count, share } = counted.get(key) ?? { count: 0, share: 0 }
    return { key, label: `${nameOf(key)} · ${nameOf(addMonths(key, -shift))}`, count, share }
  })
}

/** The comparison with its months beside those of the result, the first month of a period beside the first of the other. */
export function alignComparison(
  result: CountedSet,
  comparison: CountedSet,
  filters: object,
  keys: PeriodKeys,
): CountedSet {
  const { comparedFrom } = filters as ComparedPeriod
  const { from } = periodIn(filters, keys)
  if (!(from && comparedFrom)) return comparison
  const shift = monthsFrom(comparedFrom, from)
  const ownMonths = result.indicators.find(({ indicator }) => indicator === 'months')?.entries ?? []
  return {
    ...comparison,
    indicators: comparison.indicators.map((one) =>
      one.indicator === 'months' ? { ...one, entries: alignedMonths(ownMonths, one.entries, shift) } : one,
    ),
  }
}
