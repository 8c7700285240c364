import { type CaseStatus, caseStatusIds, paths } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { ListPages, ListRange } from '#lib/list-parts.tsx'
import { LoadFailed } from '#lib/load-failed.tsx'
import { useGo } from '#lib/navigation.ts'
import { siteHref } from '#lib/page-settings.ts'
import { DataTable } from '#ui/data-table.tsx'
import { NavLink } from '#ui/nav-link.tsx'
import { Select } from '#ui/select.tsx'
import { caseColumns } from './case-columns.tsx'
import { type CaseListSearch, listHref, pageHref, readCaseListSearch } from './case-list-search.ts'
import { caseListQuery } from './cases.queries.ts'
import { useSearchedWords, wordsFaults } from './searched-words.ts'
import { WordsForm } from './words-form.tsx'

/** All cases (view 0). */
export function CaseListPage() {
  const { t } = useTranslation()
  const search = readCaseListSearch(useSearch({ strict: false }))
  const words = useSearchedWords(search.wordsId)
  const { data: lists } = useQuery(bundleQuery())
  const { data: page, isPlaceholderData, error, isFetching, refetch } = useQuery(caseListQuery(search, words))
  return (
    <>
      <div className="list-head">
        <div className="list-title">
          <h1>{t('cases.list')}</h1>
          <ListRange page={page} />
        </div>
        <NavLink href={siteHref(paths.suspects)}>{t('suspects.title')}</NavLink>
        <StatusFilter {...search} />
      </div>
      <WordsForm search={search} words={words} error={error} />
      {error && wordsFaults(error).length === 0 && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {(page || !error) && (
        <DataTable
          caption={t('cases.caption')}
          isCaptionHidden
          columns={caseColumns(t, lists)}
          rows={page?.rows}
          rowKey={({ id }) => id}
          emptyText={t('desk.empty')}
          loadingText={t('cases.loading')}
          isRefreshing={isPlaceholderData}
        />
      )}
      {page && <ListPages page={page} place={search} href={(wanted) => pageHref(wanted, search, page)} />}
    </>
  )
}

function StatusFilter({ status, wordsId }: CaseListSearch) {
  const { t } = useTranslation()
  const go = useGo()
  const statuses = Object.keys(caseStatusIds) as CaseStatus[]
  return (
    <Select
      id="filter-status"
      label={t('cases.filterStatus')}
      emptyLabel={t('cases.allStatuses')}
      value={status ?? ''}
      options={statuses.map((name) => ({ value: name, label: t(`caseStatuses.${name}`) }))}
      onChange={(chosen) => go(listHref({ status: statuses.find((name) => name === chosen), wordsId }))}
    />
  )
}
