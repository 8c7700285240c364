import {
  getAssessmentFeed,
  limits,
  type Page,
  type PublishedAssessment,
  type PublishedFilters,
  paths,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { pathOf } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { isolate } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useRawSearch } from '#lib/page/site-search.ts'
import { FilterErrors, type LabelledFilters } from '#list/filters/filter-field.tsx'
import type { ListState } from '#list/list.ts'
import { listHref, pageHref, readListState } from '#list/list-address.ts'
import { useShownPage } from '#list/list-query.ts'
import { serverErrors, useFilterForm } from '#list/use-filter-form.ts'
import { focusById } from '#ui/focus-by-id.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { EmptyState } from '#ui/layout/panel.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { assessmentsList } from './assessments-list.ts'
import { AssessmentsSearch } from './assessments-search.tsx'
import '../../styles/public-register.scss'

const labels = {
  words: 'publicAssessments.search.words',
  grounds: 'publicAssessments.search.ground',
  fields: 'publicAssessments.search.field',
  years: 'publicAssessments.search.year',
} as const

/** The filters with their names in the summary of errors. */
const labelledFilters: LabelledFilters = {
  filters: assessmentsList.filters,
  filterLabel: (t, key) => t(key in labels ? labels[key as keyof typeof labels] : labels.words),
}

const resultsTitleId = 'assessments-results'

/** The assessments that the office published: their search, a page of them, and the feed. */
export function AssessmentsPage() {
  const { t } = useTranslation()
  const state = readListState(assessmentsList, useRawSearch())
  const shown = useShownPage(assessmentsList, state)
  const form = useFilterForm(assessmentsList, shown)
  const { page, error, isFetching, isRefreshing, refetch } = shown
  const isNarrowed = Object.keys(shown.filters).length > 0
  const hasFailed = error !== null && serverErrors(assessmentsList, error).length === 0
  return (
    <div className="reading-column">
      <h1>{t('publicAssessments.title')}</h1>
      <p className="lead-text">{t('publicAssessments.lead')}</p>
      <p>{t('publicAssessments.language')}</p>
      <FilterErrors list={labelledFilters} form={form} />
      <AssessmentsSearch form={form} isNarrowed={isNarrowed} onSearch={() => focusById(resultsTitleId)} />
      {hasFailed ? (
        <LoadFailed
          isRetrying={isFetching}
          onRetry={() => refetch()}
          texts={{ title: t('publicAssessments.failed.title'), retry: t('publicAssessments.failed.retry') }}
        />
      ) : (
        !error && <Results state={shown.state} page={page} isStale={isRefreshing} />
      )}
      {page?.rows.length === 0 && <NoResults page={page} state={shown.state} isNarrowed={isNarrowed} />}
      <p>
        <a href={siteHref(pathOf(getAssessmentFeed))} type="application/atom+xml">
          {t('publicAssessments.feed')}
        </a>
      </p>
    </div>
  )
}

type State = ListState<PublishedFilters>

interface ResultsProps {
  readonly state: State
  readonly page: Page<PublishedAssessment> | undefined
  readonly isStale: boolean
}

function Results({ state, page, isStale }: ResultsProps) {
  const { t } = useTranslation()
  const pageCount = page ? Math.ceil(page.count / limits.page.rows) : 0
  const found = page ? t('publicAssessments.results.count', { count: page.count }) : t('publicAssessments.loading')
  return (
    <section aria-labelledby={resultsTitleId} aria-busy={isStale || !page}>
      <h2 id={resultsTitleId} tabIndex={-1}>
        {t('publicAssessments.results.title')}
      </h2>
      {/* There from the start, though empty: a status that comes with its words is not read out. */}
      <p role="status" className="figures">
        {pageCount > 1 ? t('publicAssessments.results.page', { found, page: state.page, pages: pageCount }) : found}
      </p>
      {page && page.rows.length > 0 && (
        <>
          <ul className="register-results">
            {page.rows.map((row) => (
              <ResultRow key={row.id} row={row} />
            ))}
          </ul>
          <Pagination
            page={state.page}
            pageCount={pageCount}
            href={(number) => pageHref(assessmentsList, number, state, isStale ? {} : page)}
            texts={{
              label: t('publicAssessments.pages.label'),
              previous: t('publicAssessments.pages.previous'),
              next: t('publicAssessments.pages.next'),
              page: (number) => t('publicAssessments.pages.page', { page: number }),
            }}
          />
        </>
      )}
    </section>
  )
}

function ResultRow({ row }: { readonly row: PublishedAssessment }) {
  const { t } = useTranslation()
  const { id, title, year, ground, field, conclusion, beginning } = row
  const about = [String(year), ground, field].flatMap((text) => (text ? isolate(text) : []))
  return (
    <li>
      <h3>
        <NavLink className="register-name" href={siteHref(paths.assessment, { id })}>
          <bdi lang="it">{title}</bdi>
        </NavLink>
      </h3>
      <p className="figures">{about.join('\u00a0· ')}</p>
      {conclusion && (
        <p>
          <strong>{t(`publicAssessments.conclusions.${conclusion}`)}</strong>
        </p>
      )}
      <p lang="it" dir="ltr">
        {beginning}
      </p>
    </li>
  )
}

interface NoResultsProps {
  readonly page: Page<PublishedAssessment>
  readonly state: State
  readonly isNarrowed: boolean
}

/** What to do where nothing is found: other words, fewer filters, the first page. */
function NoResults({ page, state, isNarrowed }: NoResultsProps) {
  const { t } = useTranslation()
  if (page.count > 0)
    return (
      <EmptyState title={t('publicAssessments.none.beyond')}>
        <p>
          <NavLink href={listHref(assessmentsList, state)}>{t('publicAssessments.none.first')}</NavLink>
        </p>
      </EmptyState>
    )
  return (
    <EmptyState title={t('publicAssessments.none.title')}>
      {t(isNarrowed ? 'publicAssessments.none.text' : 'publicAssessments.none.empty')}
    </EmptyState>
  )
}
