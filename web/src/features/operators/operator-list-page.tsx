import { paths } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { ListPages, ListRange, useBeyondEnd } from '#lib/list/list-parts.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { operatorColumns } from './operator-columns.tsx'
import { OperatorFilterForm, wordsFault } from './operator-filter-form.tsx'
import { operatorsHref, operatorsPageHref, readOperatorSearch } from './operator-search.ts'
import { operatorListQuery, useSearchedWords } from './operators.queries.ts'

/** The people who work here. */
export function OperatorListPage() {
  const { t } = useTranslation()
  const search = readOperatorSearch(useSearch({ strict: false }))
  const { filters } = search
  const words = useSearchedWords(filters.wordsId)
  const { data: page, isPlaceholderData, error, isFetching, refetch } = useQuery(operatorListQuery(search, words))
  const beyond = useBeyondEnd({ page, place: search, href: (wanted) => operatorsPageHref(wanted, search, {}) })
  const isNarrowed = operatorsHref(filters) !== operatorsHref()
  return (
    <>
      <div className="list-head">
        <div className="list-title">
          <h1>{t('operators.title')}</h1>
          <ListRange page={page} />
        </div>
        <div className="cluster">
          <Button variant="secondary" icon="it-download" disabledReason={t('operators.exportLater')}>
            {t('operators.export')}
          </Button>
          <NavLink {...shortcut('new')} href={siteHref(paths.operatorNew)} className={buttonClass()}>
            {t('operators.new')}
          </NavLink>
        </div>
      </div>
      <OperatorFilterForm filters={filters} words={words} error={error} />
      {error && !wordsFault(error) && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {(page || !error) && (
        <DataTable
          caption={t('operators.title')}
          isCaptionHidden
          columns={operatorColumns(t)}
          rows={page?.rows}
          rowKey={({ id }) => id}
          emptyText={beyond?.emptyText ?? t(isNarrowed ? 'operators.noneFound' : 'operators.none')}
          emptyNext={beyond?.emptyNext}
          loadingText={t('site.loading')}
          isRefreshing={isPlaceholderData}
        />
      )}
      {page && (
        <ListPages
          page={page}
          place={search}
          isStale={isPlaceholderData}
          href={(wanted, keys) => operatorsPageHref(wanted, search, keys)}
        />
      )}
    </>
  )
}
