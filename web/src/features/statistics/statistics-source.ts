import type { CountedSet, StatisticsSubject } from '@portal/contract'
import type { TFunction } from 'i18next'
import type { Filter } from '#list/filters/filter.ts'
import type { FilteredPage, ListState } from '#list/list.ts'
import type { ComparedPeriod, PeriodKeys, Request } from './comparison.rules.ts'

/** The statistics of a subject, as the contract of each subject has them. */
export interface Statistics {
  readonly id: number
  readonly madeAt: Date
  readonly result: CountedSet
  readonly comparison?: CountedSet | undefined
}

/** Filters of statistics: those of the list, and the period to compare with. */
export type StatisticsFilters<F extends object> = F & ComparedPeriod

/** A page of statistics, as a value: `StatisticsPage` does all that the statistics of cases and of the register have in common. */
export interface StatisticsSource<F extends object> extends FilteredPage<StatisticsFilters<F>> {
  readonly subject: StatisticsSubject
  /** The filters of the days by which a period is chosen. */
  readonly period: PeriodKeys
  readonly start: (request: Request<F>, signal: AbortSignal) => Promise<{ readonly id: number }>
  /** Null until the statistics are ready. */
  readonly get: (id: number, signal: AbortSignal) => Promise<Statistics | null>
  filterLabel(t: TFunction, key: string): string
  groupLabel(t: TFunction, group: string): string
  /** Address of the list of the records that an entry counts, if a list has filters for them. */
  readonly recordsHref: (
    entry: { readonly indicator: string; readonly key: string },
    shown: { readonly filters: F; readonly state: ListState<F> },
  ) => string | undefined
}

/** The rows of the panel for the period to compare with, which any page of statistics has. */
export const comparedPeriodFilters = {
  comparedFrom: { kind: 'day', wire: 'confronto_da', group: 'comparison' },
  comparedTo: { kind: 'day', wire: 'confronto_a', group: 'comparison', notBefore: 'comparedFrom' },
} as const satisfies Record<keyof ComparedPeriod, Filter>

interface Words {
  filterLabel(t: TFunction, key: string): string
  groupLabel(t: TFunction, group: string): string
}

/** The words of a list's filters, and those of the period to compare with. */
export const withComparedPeriod = ({ filterLabel, groupLabel }: Words): Words => ({
  filterLabel: (t, key) =>
    key in comparedPeriodFilters ? t(`statisticsPage.filters.${key as keyof ComparedPeriod}`) : filterLabel(t, key),
  groupLabel: (t, group) => (group === 'comparison' ? t('statisticsPage.comparison.title') : groupLabel(t, group)),
})
