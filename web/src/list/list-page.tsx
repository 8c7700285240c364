import type { Ordering } from '@portal/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { Button } from '#ui/button.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import { ForgottenWords } from './filters/forgotten-words.tsx'
import { type BulkActions, type List, type ListRow, listTitleId } from './list.ts'
import { listHref } from './list-address.ts'
import { ListOnShowContext } from './list-on-show.ts'
import { countQuery } from './list-query.ts'
import { ListRange } from './list-range.tsx'
import { ListRows } from './list-rows.tsx'
import type { Selection } from './list-selection.ts'
import { SavedViewsMenu } from './saved-views-menu.tsx'
import { type ListSession, useList } from './use-list.ts'

interface Props<Row extends ListRow, F extends object> {
  readonly list: List<Row, F>
}
interface PartProps<Row extends ListRow, F extends object> extends Props<Row, F> {
  readonly session: ListSession<Row, F>
}

/**
 * A list page: its state is the address. It fetches, pages, sorts, filters, selects, listens to the keys of the back office
 * and says what is loading, empty, missing or wrong, from what the list declares.
 */
export function ListPage<Row extends ListRow, F extends object>({ list }: Props<Row, F>) {
  const { t } = useTranslation()
  const session = useList(list)
  const { Intro, ChipActions, Note, Foot } = list
  const view = session.view()
  return (
    <>
      <ListHead list={list} session={session} />
      {list.tabs?.(view)}
      {Intro && <Intro {...view} />}
      <ForgottenWords isForgotten={session.shown.isForgotten} text={list.textsOf(t).wordsForgotten} />
      <FilterBar list={list} narrowing={session} filters={session.shown.filters}>
        {ChipActions && <ChipActions {...view} />}
      </FilterBar>
      {Note && <Note {...view} />}
      <ListRows list={list} session={session} />
      {list.bulk && <BulkBar bulk={list.bulk} selection={session.selection} orderings={view.orderings} />}
      {Foot && <Foot {...view} />}
    </>
  )
}

/** The name of a list, how many rows it has, and what there is for all of it. */
function ListHead<Row extends ListRow, F extends object>({ list, session }: PartProps<Row, F>) {
  const { t } = useTranslation()
  const { state, page, sealed } = session.shown
  const { Actions, savedViews, exportButton } = list
  const view = session.view()
  const buttons = (
    <>
      {savedViews && (
        <SavedViewsMenu views={savedViews} state={state} href={listHref(list, { ...state, sealedId: undefined })} />
      )}
      {exportButton && (
        <ListOnShowContext value={{ list, filters: view.filters, page }}>{exportButton(view)}</ListOnShowContext>
      )}
      {session.isSplittable && <SplitButton session={session} />}
    </>
  )
  return (
    <div className="list-head">
      <div className="list-title">
        <h1 id={listTitleId} tabIndex={-1}>
          {list.textsOf(t).title}
        </h1>
        <ListRange page={page} exactCount={list.hasExactCount && countQuery(list, state, sealed)} />
      </div>
      {(Actions || savedViews || exportButton || session.isSplittable) && (
        <div className="cluster">{Actions ? <Actions>{buttons}</Actions> : buttons}</div>
      )}
    </div>
  )
}

/** Shows the preview of a row beside the table, or hides it. */
function SplitButton<Row extends ListRow, F extends object>({
  session: { look, isSplit },
}: Pick<PartProps<Row, F>, 'session'>) {
  const { t } = useTranslation()
  return (
    <Button
      {...shortcut('preview')}
      variant="secondary"
      aria-pressed={isSplit}
      onClick={() => look.set({ ...look.value, isSplit: !isSplit })}
    >
      {t('list.split.title')}
    </Button>
  )
}

interface BulkBarProps<Row> {
  readonly bulk: BulkActions<Row>
  readonly selection: Selection<Row>
  readonly orderings: readonly Ordering[] | undefined
}

/** What may be done to the rows that are selected; stays in reach while the list scrolls. */
function BulkBar<Row>({ bulk: { textsOf, actions }, selection, orderings }: BulkBarProps<Row>) {
  const { t } = useTranslation()
  const { rows, elsewhere, clear } = selection
  const count = rows.length
  const text = [
    count > 0 && t('list.selection.selected', { count }),
    elsewhere.length > 0 && t('list.selection.elsewhere', { count: elsewhere.length }),
  ]
    .filter((part) => part !== false)
    .join(', ')
  const before = useRef(count)
  useEffect(() => {
    // The bar goes with the button that had the focus.
    if (before.current > 0 && count === 0 && document.activeElement === document.body) focusById(listTitleId)
    before.current = count
  }, [count])
  return (
    <>
      {/* There from the start, though empty: a status that comes with its words is not read out. */}
      <p role="status" className="visually-hidden">
        {text}
      </p>
      {count > 0 && (
        <section className="desk-actions" aria-label={textsOf(t).title}>
          <span className="figures">{text}</span>
          {actions(selection, orderings)}
          <Button variant="quiet" onClick={clear}>
            {t('list.selection.clear')}
          </Button>
        </section>
      )}
    </>
  )
}
