import {
  downloadRegister,
  getRegisterFeed,
  getRegisterSchema,
  type Page,
  paths,
  type RegisterEntry,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { pathOf } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useRawSearch } from '#lib/page/site-search.ts'
import { FilterErrors, type LabelledFilters } from '#list/filters/filter-field.tsx'
import { listHref, readListState } from '#list/list-address.ts'
import { useShownPage } from '#list/list-query.ts'
import { serverErrors, useFilterForm } from '#list/use-filter-form.ts'
import { buttonClass } from '#ui/button.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { EmptyState } from '#ui/layout/panel.tsx'
import { registerList } from './register-list.ts'
import { RegisterResults, resultsTitleId } from './register-results.tsx'
import { everyStatus, RegisterSearch } from './register-search.tsx'
import '../../styles/public-register.scss'

const labels = {
  name: 'publicRegister.search.name',
  regions: 'publicRegister.search.region',
  provinces: 'publicRegister.search.province',
  near: 'publicRegister.search.near',
  grounds: 'publicRegister.search.ground',
  subGrounds: 'publicRegister.search.subGround',
  statuses: 'publicRegister.search.status',
} as const

/** The filters with their names in the summary of errors. */
const labelledFilters: LabelledFilters = {
  filters: registerList.filters,
  filterLabel: (t, key) => t(key in labels ? labels[key as keyof typeof labels] : labels.name),
}

/** The public register: its search, its entries, its download, and how to apply for enrolment. */
export function RegisterPage() {
  const { t } = useTranslation()
  const state = readListState(registerList, useRawSearch())
  const shown = useShownPage(registerList, state)
  const form = useFilterForm(registerList, shown)
  const { page, error, isFetching, isRefreshing, refetch } = shown
  const isNarrowed = Object.keys(shown.filters).length > 0
  const hasFailed = error !== null && serverErrors(registerList, error).length === 0
  return (
    <div className="reading-column">
      <h1>{t('publicRegister.title')}</h1>
      <p className="lead-text">{t('publicRegister.lead')}</p>
      <FilterErrors list={labelledFilters} form={form} />
      <RegisterSearch form={form} isNarrowed={isNarrowed} onSearch={() => focusById(resultsTitleId)} />
      {hasFailed ? (
        <LoadFailed
          isRetrying={isFetching}
          onRetry={() => refetch()}
          texts={{ title: t('publicRegister.failed.title'), retry: t('publicRegister.failed.retry') }}
        />
      ) : (
        !error && <RegisterResults state={shown.state} page={page} isStale={isRefreshing} />
      )}
      {page?.rows.length === 0 && <NoResults page={page} isNarrowed={isNarrowed} />}
      <About />
    </div>
  )
}

interface NoResultsProps {
  readonly page: Page<RegisterEntry>
  readonly isNarrowed: boolean
}

/** What to do where nothing is found: another spelling, fewer filters, all statuses, the first page. */
function NoResults({ page, isNarrowed }: NoResultsProps) {
  const { t } = useTranslation()
  const state = readListState(registerList, useRawSearch())
  if (page.count > 0)
    return (
      <EmptyState title={t('publicRegister.none.beyond')}>
        <p>
          <NavLink href={listHref(registerList, state)}>{t('publicRegister.none.first')}</NavLink>
        </p>
      </EmptyState>
    )
  if (!isNarrowed)
    return <EmptyState title={t('publicRegister.none.title')}>{t('publicRegister.none.empty')}</EmptyState>
  const { filters } = state
  return (
    <EmptyState title={t('publicRegister.none.title')}>
      <p>{t('publicRegister.none.text')}</p>
      {filters.statuses === undefined && (
        <p>
          <NavLink href={listHref(registerList, { ...state, filters: { ...filters, statuses: [...everyStatus] } })}>
            {t('publicRegister.none.all')}
          </NavLink>
        </p>
      )}
    </EmptyState>
  )
}

/** What the register is, how to apply, and how to take it along. */
function About() {
  const { t } = useTranslation()
  const file = (format: 'csv' | 'json') => siteHref(pathOf(downloadRegister), { formato: format })
  return (
    <>
      <h2>{t('publicRegister.about.title')}</h2>
      <p>{t('publicRegister.about.law')}</p>
      <p>{t('publicRegister.about.term')}</p>
      <h2>{t('publicRegister.about.applyTitle')}</h2>
      <p>{t('publicRegister.about.apply')}</p>
      <p>
        <NavLink href={siteHref(paths.enrolment)} className={buttonClass()}>
          {t('publicRegister.about.applyLink')}
        </NavLink>
      </p>
      <h2>{t('publicRegister.about.certificateTitle')}</h2>
      <p>{t('publicRegister.about.certificate')}</p>
      <p>
        <NavLink href={siteHref(paths.certificateCheck)}>{t('certificateCheck.title')}</NavLink>
      </p>
      <h2>{t('publicRegister.download.title')}</h2>
      <p>{t('publicRegister.download.text')}</p>
      <p className="cluster">
        <a href={file('csv')} download className={buttonClass('secondary')}>
          {t('publicRegister.download.csv')}
        </a>
        <a href={file('json')} download className={buttonClass('secondary')}>
          {t('publicRegister.download.json')}
        </a>
      </p>
      <ul>
        <li>
          <a href={siteHref(pathOf(getRegisterSchema))}>{t('publicRegister.download.schema')}</a>
        </li>
        <li>
          <a href={siteHref(pathOf(getRegisterFeed))} type="application/atom+xml">
            {t('publicRegister.download.feed')}
          </a>
        </li>
      </ul>
    </>
  )
}
