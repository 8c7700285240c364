import { type CountedSet, type Indicator, type StatisticsSubject, statisticsSubjects } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { useOpenSections } from '#lib/backoffice/open-sections.ts'
import { formatInstant } from '#lib/i18n/format.tsx'
import { FilterBar } from '#list/filters/filter-bar.tsx'
import { ForgottenWords } from '#list/filters/forgotten-words.tsx'
import { listTitleId } from '#list/list.ts'
import { serverErrors, useFilteredPage, useNarrowing } from '#list/use-filter-form.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { CardGridSkeleton } from '#ui/feedback/skeleton.tsx'
import { FoldedSections } from '#ui/layout/folded-sections.tsx'
import { EmptyState } from '#ui/layout/panel.tsx'
import { AnnualReportButton } from './annual-report-button.tsx'
import { ChartPatterns } from './charts/chart-patterns.tsx'
import { alignComparison, requestOf } from './comparison.rules.ts'
import { ComparisonLinks } from './comparison-links.tsx'
import { IndicatorCard } from './indicator-card.tsx'
import { KeyFigures } from './key-figures.tsx'
import { useStatistics } from './statistics.queries.ts'
import { sectionNotes, statisticsSections } from './statistics-sections.ts'
import type { Statistics, StatisticsSource } from './statistics-source.ts'
import { WorkbookButton } from './workbook-button.tsx'
import '../../styles/statistics.scss'

interface SourceProps<F extends object> {
  readonly source: StatisticsSource<F>
}

/** A page of statistics: filters and comparison are in its address, each indicator is a card with chart and table. */
export function StatisticsPage<F extends object>({ source }: SourceProps<F>) {
  const { t } = useTranslation()
  const current = useFilteredPage(source)
  const counted = useStatistics(source, current.filters)
  const { statistics, error, isCounting } = counted
  const narrowing = useNarrowing(source, { ...current, error })
  const { filters: own } = requestOf<F>(current.filters, source.period)
  const hrefOf = (indicator: string) => (key: string) =>
    source.recordsHref({ indicator, key }, { filters: own, state: { ...current.state, filters: own } })
  return (
    <>
      <Head source={source} counted={counted} />
      <ForgottenWords isForgotten={current.isForgotten} text={t('statisticsPage.wordsForgotten')} />
      <FilterBar list={source} narrowing={narrowing} filters={current.filters} />
      <ComparisonLinks source={source} state={current.state} />
      {error && serverErrors(source, error).length === 0 && (
        <LoadFailed isRetrying={counted.isFetching} onRetry={counted.refresh} />
      )}
      {!(statistics || error) && <CardGridSkeleton text={t('statisticsPage.counting')} />}
      {statistics && (
        <Results
          source={source}
          isCounting={isCounting}
          hrefOf={hrefOf}
          sets={setsOf(statistics, source, current.filters)}
          onReset={narrowing.isFiltered ? narrowing.reset : undefined}
        />
      )}
    </>
  )
}

function setsOf<F extends object>(
  { result, comparison }: Statistics,
  { period }: StatisticsSource<F>,
  filters: object,
) {
  return [result, ...(comparison ? [alignComparison(result, comparison, filters, period)] : [])]
}

type Counted = ReturnType<typeof useStatistics>

interface HeadProps<F extends object> extends SourceProps<F> {
  readonly counted: Counted
}

function Head<F extends object>({ source, counted }: HeadProps<F>) {
  const { t } = useTranslation()
  const { statistics, isCounting } = counted
  return (
    <div className="list-head">
      <div className="list-title">
        <h1 id={listTitleId} tabIndex={-1}>
          {t(`statisticsPage.${source.subject}.title`)}
        </h1>
        <p className="list-range figures" role="status">
          {isCounting
            ? t('statisticsPage.counting')
            : statistics && t('statisticsPage.madeAt', { at: formatInstant(statistics.madeAt) })}
        </p>
      </div>
      <div className="cluster">
        <Button
          variant="quiet"
          icon="it-refresh"
          pending={isCounting}
          pendingText={t('statisticsPage.counting')}
          onClick={counted.refresh}
        >
          {t('statisticsPage.refresh')}
        </Button>
        <Button variant="quiet" icon="it-print" onClick={() => print()}>
          {t('statisticsPage.print')}
        </Button>
        <AnnualReportButton />
        {statistics && <WorkbookButton id={statistics.id} />}
      </div>
    </div>
  )
}

interface ResultsProps<F extends object> extends SourceProps<F> {
  readonly sets: readonly CountedSet[]
  readonly isCounting: boolean
  readonly hrefOf: (indicator: string) => (key: string) => string | undefined
  /** Removes all filters, where there are any. */
  readonly onReset: (() => void) | undefined
}

function Results<F extends object>({ source: { subject }, sets, isCounting, hrefOf, onReset }: ResultsProps<F>) {
  const { t } = useTranslation()
  if (sets.every(({ total }) => total === 0))
    return (
      <EmptyState title={t(`statisticsPage.${subject}.empty`)}>
        <p>{t(onReset ? 'statisticsPage.emptyFiltered' : 'statisticsPage.emptyAll')}</p>
        {onReset && (
          <Button variant="secondary" onClick={onReset}>
            {t('list.filters.takeAway')}
          </Button>
        )}
      </EmptyState>
    )
  return (
    <div aria-busy={isCounting || undefined}>
      <ChartPatterns />
      <KeyFigures subject={subject} sets={sets} />
      <p className="chart-note">{t(`statisticsPage.${subject}.explanation`)}</p>
      {sets.length > 1 && <ComparisonLegend />}
      <Sections subject={subject} sets={sets} hrefOf={hrefOf} />
      <p className="chart-note">{t('statisticsPage.map.credit')}</p>
    </div>
  )
}

type SectionsProps = Pick<ResultsProps<object>, 'sets' | 'hrefOf'> & { readonly subject: StatisticsSubject }

/** The indicators in sections, which this tab remembers as open. */
function Sections({ subject, sets, hrefOf }: SectionsProps) {
  const { t } = useTranslation()
  const sections = statisticsSections[subject]
  const open = useOpenSections(
    `${subject}Statistics`,
    sections.map(([id]) => id),
  )
  const declarations: Readonly<Record<string, Indicator>> = statisticsSubjects[subject].indicators
  const cardOf = (indicator: string) => {
    const declaration = declarations[indicator]
    return (
      declaration && (
        <IndicatorCard
          key={indicator}
          subject={subject}
          indicator={indicator}
          declaration={declaration}
          sets={sets}
          hrefOf={hrefOf(indicator)}
        />
      )
    )
  }
  return (
    <FoldedSections
      label={t('statisticsPage.contents')}
      sections={sections.map(([id, indicators]) => ({
        id,
        title: t(`statisticsPage.sections.${id}`),
        isOpen: open.isOpen(id),
        children: (
          <>
            {sectionNotes[id] && <p className="chart-note">{t(sectionNotes[id])}</p>}
            <div className={classNames('statistics-cards', sets.length > 1 && 'statistics-cards-compared')}>
              {indicators.map(cardOf)}
            </div>
          </>
        ),
      }))}
      onFold={open.fold}
      actions={
        <Button variant="quiet" size="sm" onClick={() => open.foldAll(!open.isAllOpen)}>
          {t(open.isAllOpen ? 'statisticsPage.closeAll' : 'statisticsPage.openAll')}
        </Button>
      }
    />
  )
}

/** Which marks are of the result and which of the comparison, in every chart. */
function ComparisonLegend() {
  const { t } = useTranslation()
  return (
    <p className="chart-legend" aria-hidden="true">
      {(['own', 'compared'] as const).map((set) => (
        <span key={set} className="chart-legend-entry">
          <svg width="28" height="14" aria-hidden="true" focusable="false">
            <rect className={set === 'own' ? 'chart-own' : 'chart-compared'} y="2" width="28" height="10" />
          </svg>
          <span>{t(`statisticsPage.comparison.${set}`)}</span>
        </span>
      ))}
    </p>
  )
}
