import { limits, type ReferenceBundle } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ListPages, useBeyondEnd } from '#lib/list/list-parts.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Select } from '#ui/field/select.tsx'
import { caseColumns } from './case-columns.tsx'
import { listHref, pageHref } from './case-list-search.ts'
import type { Selection } from './case-list-selection.ts'
import type { CaseList } from './case-lists.ts'
import { CasePreview } from './case-preview.tsx'
import { rememberRows } from './case-rows.ts'
import type { ShownList } from './use-case-list.ts'

interface Props {
  readonly list: CaseList
  readonly lists: ReferenceBundle | undefined
  readonly shown: ShownList
  readonly selection: Selection
  readonly currentId: number | undefined
  readonly isNarrow: boolean
  /** Takes all filters away; none where there are none. */
  readonly onReset: (() => void) | undefined
}

/** The rows of a list, with what sorts and turns them. */
export function CaseListTable({ list, lists, shown, selection, currentId, isNarrow, onReset }: Props) {
  const { t } = useTranslation()
  const go = useGo()
  const { search, page, sortRefusal } = shown
  const beyond = useBeyondEnd({
    ...{ page, place: search, size: search.size },
    href: (wanted) => pageHref(wanted, list, search, {}),
  })
  if (!page && shown.error) return null
  return (
    <>
      {sortRefusal !== undefined && (
        <Alert kind="warning" announce="politely">
          {sortRefusal}
        </Alert>
      )}
      <div className="case-table">
        <DataTable
          caption={t(`cases.lists.${list.view}`)}
          isCaptionHidden
          columns={caseColumns({ t, lists, list, isNarrow })}
          rows={page?.rows}
          rowKey={({ id }) => id}
          currentKey={currentId}
          emptyText={beyond?.emptyText ?? t('desk.empty')}
          emptyNext={beyond?.emptyNext ?? <NothingHere list={list} onReset={onReset} />}
          loadingText={t('cases.loading')}
          isRefreshing={shown.isRefreshing}
          expectedRows={search.size}
          sort={search.sort}
          onSort={(sort) => go(listHref(list, { ...search, sort }))}
          selection={{
            allLabel: t('cases.bulk.all'),
            label: ({ code }) => t('cases.bulk.one', { code }),
            isSelected: selection.has,
            onChange: selection.set,
          }}
          detail={{
            header: t('cases.preview.title'),
            label: ({ code }) => t('cases.preview.of', { code }),
            content: (row) => <CasePreview row={row} lists={lists} />,
          }}
        />
      </div>
      {page && (
        <div className="list-foot">
          <ListPages
            page={page}
            place={search}
            size={search.size}
            isStale={shown.isRefreshing}
            href={(wanted, keys) => pageHref(wanted, list, search, keys)}
          />
          <Select
            id="case-rows"
            label={t('cases.rowsPerPage')}
            value={String(search.size)}
            options={limits.page.choices.map((size) => ({ value: String(size), label: String(size) }))}
            onChange={(size) => {
              rememberRows(Number(size))
              go(listHref(list, { ...search, size: Number(size) }))
            }}
          />
        </div>
      )}
    </>
  )
}

/** What to do next where the list is empty. */
function NothingHere({ list, onReset }: Pick<Props, 'list' | 'onReset'>) {
  const { t } = useTranslation()
  if (!onReset) return <p>{t(`cases.nothing.${list.view}`)}</p>
  return (
    <p>
      {t('cases.nothing.found')}{' '}
      <Button variant="quiet" size="sm" onClick={onReset}>
        {t('cases.nothing.reset')}
      </Button>
    </p>
  )
}
