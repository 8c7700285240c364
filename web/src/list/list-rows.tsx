import { limits } from '@portal/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Select } from '#ui/field/select.tsx'
import { type SearchHint, searchHintOf } from './filters/search-hint.ts'
import type { List, ListRow, ListTexts } from './list.ts'
import { listHref, pageHref } from './list-address.ts'
import { ListPages, useBeyondEnd } from './list-pages.tsx'
import { columnsInLook } from './table-look.ts'
import { TableLookDialog } from './table-look-dialog.tsx'
import { serverErrors } from './use-filter-form.ts'
import type { ListSession } from './use-list.ts'

interface Props<Row extends ListRow, F extends object> {
  readonly list: List<Row, F>
  readonly session: ListSession<Row, F>
}

/** The rows of a list, with what sorts and turns them; or why there are none. */
export function ListRows<Row extends ListRow, F extends object>(props: Props<Row, F>) {
  const { list, session } = props
  const { error, isFetching, refetch, page, sortError } = session.shown
  const columns = columnsInLook(list.useColumns(session.view()), session.look.value)
  return (
    <>
      {error && serverErrors(list, error).length === 0 && (
        <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
      )}
      {sortError !== undefined && (
        <Alert kind="warning" announce="politely">
          {sortError}
        </Alert>
      )}
      {(page || !error) && (
        <div className={session.isSplit ? 'list-split' : undefined}>
          <ListTable {...props} columns={columns} />
          {session.isSplit && <RowPreview list={list} session={session} />}
        </div>
      )}
      {page && <ListFoot list={list} session={session} columns={columns} />}
    </>
  )
}

interface WithColumns<Row extends ListRow, F extends object> extends Props<Row, F> {
  readonly columns: readonly Column<Row>[]
}

function ListTable<Row extends ListRow, F extends object>({ list, session, columns }: WithColumns<Row, F>) {
  const { t } = useTranslation()
  const go = useGo()
  const { shown, selection, currentId, entered, isFiltered } = session
  const { state, page } = shown
  const texts = list.textsOf(t)
  const beyond = useBeyondEnd({
    page,
    place: state,
    size: state.size,
    href: (number) => pageHref(list, number, state, {}),
  })
  const emptyText = (isFiltered && texts.emptyNarrowed) || texts.empty
  return (
    <div className={list.className}>
      <DataTable
        caption={texts.title}
        isCaptionHidden
        columns={columns.map((column) => ({ ...column, isSortable: list.sorts?.[column.id] !== undefined }))}
        rows={page?.rows}
        rowKey={({ id }) => id}
        currentKey={currentId}
        emptyText={beyond?.emptyText ?? emptyText}
        emptyNext={
          beyond?.emptyNext ?? (
            <>
              <Hint hint={searchHintOf(list, state.filters)} />
              <WhatNext texts={texts} onReset={isFiltered ? session.reset : undefined} />
            </>
          )
        }
        loadingText={texts.loading ?? t('site.loading')}
        isRefreshing={shown.isRefreshing}
        expectedRows={state.size}
        sort={state.sort}
        onSort={(sort) => go(listHref(list, { ...state, sort }))}
        selection={
          list.bulk && {
            allLabel: list.bulk.textsOf(t).all,
            label: (row) => list.bulk?.rowText(t, row) ?? '',
            isSelected: selection.has,
            onChange: selection.set,
          }
        }
        detail={session.isSplit ? undefined : list.detailOf?.(t)}
        entered={entered}
        isCompact={session.look.value.isCompact}
      />
    </div>
  )
}

/** The preview of the current row, beside the table. */
function RowPreview<Row extends ListRow, F extends object>({ list, session }: Props<Row, F>) {
  const { t } = useTranslation()
  const row = session.shown.page?.rows.find(({ id }) => id === session.currentId)
  const detail = list.detailOf?.(t)
  const titleId = useId()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
    <section className="list-split-preview" aria-labelledby={titleId} tabIndex={0}>
      <h2 id={titleId}>{(row && detail?.label(row)) ?? t('list.split.title')}</h2>
      {row && detail ? (
        <div key={row.id}>{detail.content(row, session.entered?.key === row.id ? session.entered.count : 0)}</div>
      ) : (
        <p className="list-split-none">{t('list.split.none')}</p>
      )}
    </section>
  )
}

/** What a search that found nothing needs. */
function Hint({ hint }: { readonly hint: SearchHint | undefined }) {
  const { t } = useTranslation()
  return hint && <p>{t(`list.hints.${hint}`)}</p>
}

/** What to do next where the list is empty. */
function WhatNext({ texts, onReset }: { readonly texts: ListTexts; readonly onReset: (() => void) | undefined }) {
  const { t } = useTranslation()
  if (!onReset) return texts.next && <p>{texts.next}</p>
  if (!texts.nextNarrowed) return null
  return (
    <p>
      <span>{texts.nextNarrowed}</span>{' '}
      <Button variant="quiet" size="sm" onClick={onReset}>
        {t('list.filters.takeAway')}
      </Button>
    </p>
  )
}

function ListFoot<Row extends ListRow, F extends object>({
  list,
  session: { shown, look },
  columns,
}: WithColumns<Row, F>) {
  const { t } = useTranslation()
  const go = useGo()
  const [isLookOpen, setLookOpen] = useState(false)
  const { state, page, isRefreshing } = shown
  if (!page) return null
  const pages = (
    <ListPages
      page={page}
      place={state}
      size={state.size}
      isStale={isRefreshing}
      href={(number, keys) => pageHref(list, number, state, keys)}
    />
  )
  const handleSize = (text: string) => {
    const size = Number(text)
    look.set({ ...look.value, size })
    go(listHref(list, { ...state, size }))
  }
  return (
    <div className="list-foot">
      {pages}
      <div className="cluster list-foot-end">
        <Button variant="quiet" size="sm" onClick={() => setLookOpen(true)}>
          {t('list.look.open')}
        </Button>
        {list.hasSizes && (
          <Select
            id="list-size"
            label={t('list.rowsPerPage')}
            value={String(state.size)}
            options={limits.page.choices.map((size) => ({ value: String(size), label: String(size) }))}
            onChange={handleSize}
          />
        )}
      </div>
      {isLookOpen && <TableLookDialog columns={columns} look={look} onClose={() => setLookOpen(false)} />}
    </div>
  )
}
