import { type CaseFilters, caseSearch, getCaseStatistics, paths, startCaseStatistics } from '@portal/contract'
import { caseFiltersOf, caseFilterTexts, caseLists } from '#features/cases/index.ts'
import { call } from '#lib/api/call.ts'
import { listHref } from '#list/list-address.ts'
import { filtersOfEntry } from './case-records.rules.ts'
import { StatisticsPage } from './statistics-page.tsx'
import { comparedPeriodFilters, type StatisticsSource, withComparedPeriod } from './statistics-source.ts'

const { isEverywhere: _, ...caseFilters } = caseFiltersOf({ hasOperator: true })

const caseStatistics: StatisticsSource<CaseFilters> = {
  // The words that a list remembers for its address are those of this page too.
  name: caseLists.all.name,
  subject: 'cases',
  path: paths.statistics,
  filters: { ...caseFilters, ...comparedPeriodFilters },
  schema: caseSearch,
  ...withComparedPeriod(caseFilterTexts),
  period: { from: 'createdFrom', to: 'createdTo' },
  start: (body, signal) => call(startCaseStatistics, { body }, { signal }),
  get: (id, signal) => call(getCaseStatistics, { body: { id } }, { signal }),
  recordsHref: ({ indicator, key }, { filters, state }) => {
    const found = filtersOfEntry(indicator, key, filters)
    // Statistics count cases of all lists.
    return found && listHref(caseLists.all, { filters: { ...found, isEverywhere: true }, sealedId: state.sealedId })
  },
}

/** The statistics of cases. */
export const CaseStatisticsPage = () => <StatisticsPage source={caseStatistics} />
