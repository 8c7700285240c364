import { type CaseFilters, limits } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { classNames } from '#ui/class-names.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { FilterChips } from '../filters/case-filter-chips.tsx'
import { CaseFilterPanel } from '../filters/case-filter-panel.tsx'
import { filterFaults } from '../filters/searched-words.ts'
import { useFilterForm, useNarrow } from '../filters/use-filter-form.ts'
import { BulkBar } from './case-bulk-bar.tsx'
import { caseHref } from './case-columns.tsx'
import { caseCountQuery } from './case-list.queries.ts'
import { CaseListHead } from './case-list-head.tsx'
import { useListKeys } from './case-list-keys.ts'
import { CaseListParts } from './case-list-parts.tsx'
import { type CaseListSearch, listHref, readCaseListSearch } from './case-list-search.ts'
import { useSelection } from './case-list-selection.ts'
import { CaseListTable } from './case-list-table.tsx'
import { type CaseList, caseLists, listTitleId } from './case-lists.ts'
import { rememberedRows } from './case-rows.ts'
import { useCaseList } from './use-case-list.ts'
import { usePanelFold } from './use-panel-fold.ts'

/** View 0. */
export const AllCasesPage = () => <CaseListPage list={caseLists.all} />
/** View 1. */
export const CasesToAssignPage = () => <CaseListPage list={caseLists.toAssign} />
/** View 2. */
export const MyCasesPage = () => <CaseListPage list={caseLists.mine} />
/** View 3. */
export const CasesOutOfRemitPage = () => <CaseListPage list={caseLists.outOfRemit} />

const panelId = 'case-filters'

function CaseListPage({ list }: { list: CaseList }) {
  const { t } = useTranslation()
  const { data: lists } = useQuery(bundleQuery())
  const shown = useCaseList(list, readCaseListSearch(useSearch({ strict: false }), list, rememberedRows()))
  const { search, page, error, words } = shown
  const filters = { ...search.filters, ...words }
  const filterCount = Object.keys(filters).length
  const panel = usePanelFold()
  const form = useFilterForm(list, search, filters, error)
  const isPanelOpen = panel.isOpen || form.faults.length > 0
  const narrow = useNarrow(list, search)
  const handleNarrow = (left: CaseFilters, isEverywhere: boolean) => {
    narrow(left, isEverywhere)
    // What was pressed goes with the filter.
    focusById(listTitleId)
  }
  const handleSubmit = () => {
    if (form.submit()) panel.closeWhereInTheWay()
  }
  const selection = useSelection(scopeOf(list, search), page?.rows)
  const go = useGo()
  const currentId = useListKeys(page?.rows ?? [], {
    open: ({ id }) => go(caseHref(list, id)),
    select: (row) => selection.set([row], !selection.has(row)),
  })
  return (
    <>
      <CaseListHead
        list={list}
        page={page}
        exactCount={caseCountQuery(list, search, words)}
        panel={{ id: panelId, isOpen: isPanelOpen, count: filterCount, onToggle: panel.toggle }}
        search={search}
      />
      <CaseListParts list={list} search={search} />
      {search.sealedId !== undefined && !words && <Alert kind="info">{t('cases.wordsForgotten')}</Alert>}
      <div className={classNames('case-list', isPanelOpen && 'case-list-with-filters')}>
        {isPanelOpen && <CaseFilterPanel id={panelId} list={list} form={form} onSubmit={handleSubmit} />}
        <div className="case-list-rows">
          <FilterChips {...{ list, filters }} isEverywhere={search.isEverywhere ?? false} onNarrow={handleNarrow} />
          {error && filterFaults(error).length === 0 && (
            <LoadFailed isRetrying={shown.isFetching} onRetry={() => shown.refetch()} />
          )}
          <CaseListTable
            {...{ list, lists, shown, selection }}
            currentId={currentId}
            isNarrow={isPanelOpen && !panel.leavesRoom}
            onReset={filterCount > 0 ? () => handleNarrow({}, false) : undefined}
          />
        </div>
      </div>
      <BulkBar list={list} lists={lists} selection={selection} />
    </>
  )
}

/** Cases stay chosen as long as the list is narrowed by the same filters, whatever its order. */
const scopeOf = (list: CaseList, { filters, isEverywhere, sealedId }: CaseListSearch) =>
  listHref(list, { filters, isEverywhere, sealedId, size: limits.page.rows })
