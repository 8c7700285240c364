import { useTranslation } from 'react-i18next'
import { today } from '#lib/i18n/format.tsx'
import type { ListState } from '#list/list.ts'
import { listHref } from '#list/list-address.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { type ComparedPeriod, periodIn } from './comparison.rules.ts'
import { isClosed, periodBefore, yearBefore, yearUntil } from './periods.rules.ts'
import type { StatisticsFilters, StatisticsSource } from './statistics-source.ts'

interface Props<F extends object> {
  readonly source: StatisticsSource<F>
  readonly state: ListState<StatisticsFilters<F>>
}

/** Leads to the comparison with an obvious period: the panel has fields for any other. */
export function ComparisonLinks<F extends object>({ source, state }: Props<F>) {
  const { t } = useTranslation()
  const { comparedFrom, comparedTo, ...own } = state.filters as F & ComparedPeriod
  const { from, to } = source.period
  const chosen = periodIn(own, source.period)
  const hasPeriod = isClosed(chosen)
  const period = hasPeriod ? chosen : yearUntil(today())
  const hrefWith = (filters: object) => listHref(source, { ...state, filters: filters as StatisticsFilters<F> })
  const comparedWith = (other: typeof period) =>
    hrefWith({ ...own, [from]: period.from, [to]: period.to, comparedFrom: other.from, comparedTo: other.to })
  return (
    <nav className="statistics-comparisons no-print" aria-label={t('statisticsPage.comparison.title')}>
      {comparedFrom || comparedTo ? (
        <NavLink href={hrefWith(own)}>{t('statisticsPage.comparison.end')}</NavLink>
      ) : (
        <>
          {hasPeriod && (
            <NavLink href={comparedWith(periodBefore(period))}>{t('statisticsPage.comparison.before')}</NavLink>
          )}
          <NavLink href={comparedWith(yearBefore(period))}>
            {t(hasPeriod ? 'statisticsPage.comparison.yearBefore' : 'statisticsPage.comparison.thisYear')}
          </NavLink>
        </>
      )}
    </nav>
  )
}
