import { useEffect, useState } from 'react'
import { actionOfKey, isTaken, type KeyAction, keysSwitch } from '#lib/backoffice/desk-keys.ts'
import { useGo } from '#lib/page/navigation.ts'
import { useRawSearch } from '#lib/page/site-search.ts'
import { useMedia } from '#lib/page/use-media.ts'
import type { EnteredRow } from '#ui/data-table.tsx'
import type { List, ListRow, ListView } from './list.ts'
import { listHref, orderingsOf, readListState } from './list-address.ts'
import { useShownPage } from './list-query.ts'
import { useSelection } from './list-selection.ts'
import { rowLinkId } from './row-link.tsx'
import { useTableLook } from './table-look.ts'
import { useNarrowing } from './use-filter-form.ts'

/** 1280 px: a table and the preview of a row beside it. */
const wideEnoughToSplit = '(min-width: 80rem)'

/** All that a list page knows and does, whatever its filters look like. */
export function useList<Row extends ListRow, F extends object>(list: List<Row, F>) {
  const address = useRawSearch()
  const look = useTableLook(list.name)
  const shown = useShownPage(list, readListState(list, address, look.value.size))
  const { state, filters, page } = shown
  const narrowing = useNarrowing(list, shown)
  const go = useGo()
  // Rows stay selected as long as the list is narrowed by the same filters, whatever its order.
  const scope = listHref(list, { filters: state.filters, sealedId: state.sealedId })
  const selection = useSelection<Row>(list.name, scope, page?.rows)
  const { rowHref, bulk, detailKey } = list
  const { currentId, entered } = useListKeys(page?.rows ?? [], {
    ...(rowHref && { open: (row) => go(rowHref(row)) }),
    detailKey,
    ...(bulk && {
      select: (row) => selection.set([row], !selection.has(row)),
      extend: (chosen) => selection.set(chosen, true),
    }),
  })
  const isSplittable = useMedia(wideEnoughToSplit) && list.canSplit === true
  const isSplit = isSplittable && look.value.isSplit === true
  return {
    shown,
    look,
    ...narrowing,
    selection,
    currentId,
    entered,
    isSplittable,
    isSplit,
    view: (): ListView<Row, F> => ({
      state,
      filters,
      orderings: orderingsOf(list.sorts, state.sort),
      page,
      narrow: narrowing.narrowFromList,
      isSplit,
    }),
  }
}
export type ListSession<Row extends ListRow, F extends object> = ReturnType<typeof useList<Row, F>>

interface RowActions<Row> {
  readonly open?: (row: Row) => void
  /** Leads into the detail of a row. */
  readonly detailKey?: KeyAction | undefined
  readonly select?: (row: Row) => void
  /** Chooses the rows between which a held Shift moves. */
  readonly extend?: (rows: readonly Row[]) => void
}

/** The row that keys, focus or a click reached last; moving takes the focus along, so that it is heard and Enter opens it. */
function useListKeys<Row extends ListRow>(
  rows: readonly Row[],
  { open, detailKey, select, extend }: RowActions<Row>,
): { readonly currentId: number | undefined; readonly entered: EnteredRow | undefined } {
  const [currentId, setCurrentId] = useState<number>()
  const [entered, setEntered] = useState<EnteredRow>()
  const lastAt = rows.findIndex(({ id }) => id === currentId)
  const linkOf = ({ id }: Row) => document.getElementById(rowLinkId(id))
  const indexAround = (element: Element | null) =>
    rows.findIndex((row) => linkOf(row)?.closest('tr')?.contains(element))
  /** The row that has the focus, however it came there; otherwise the one that was reached last. */
  const findCurrent = () => {
    const focusedAt = indexAround(document.activeElement)
    return focusedAt < 0 ? lastAt : focusedAt
  }
  const reach = ({ id }: Row) => {
    setCurrentId(id)
    setEntered((now) => (now?.key === id ? now : undefined))
  }
  const enter = (row: Row) => {
    setCurrentId(row.id)
    setEntered((now) => ({ key: row.id, count: (now?.count ?? 0) + 1 }))
  }
  const move = (step: 1 | -1) => {
    const row = rows[Math.max(findCurrent() + step, 0)]
    if (!row) return
    reach(row)
    linkOf(row)?.focus()
  }
  const withCurrent = (act: (row: Row) => void) => {
    const current = rows[findCurrent()]
    if (current) act(current)
  }
  // Without a link in its rows the list leaves the keys to the page.
  const actions: Partial<Record<KeyAction, () => void>> = open
    ? {
        next: () => move(1),
        previous: () => move(-1),
        open: () => withCurrent(open),
        ...(select && { select: () => withCurrent(select) }),
        ...(detailKey && { [detailKey]: () => withCurrent(enter) }),
      }
    : {}
  const extendBy = (step: 1 | -1) => () => {
    const from = findCurrent()
    move(step)
    extend?.(rows.filter((_row, place) => place === from || place === Math.max(from + step, 0)))
  }
  /** What Shift with an arrow does, from a row on. */
  const extending = ({ shiftKey, key }: KeyboardEvent) => {
    if (!(shiftKey && extend) || findCurrent() < 0) return undefined
    return new Map([
      ['ArrowDown', extendBy(1)],
      ['ArrowUp', extendBy(-1)],
    ]).get(key)
  }
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const action = actionOfKey(event)
      const act = extending(event) ?? (action && actions[action])
      if (!act || !keysSwitch.isOn() || isTaken(event)) return
      event.preventDefault()
      act()
    }
    /** The row of what takes the focus or is clicked is the current one. */
    const handleReach = ({ target }: Event) => {
      const row = target instanceof Element ? rows[indexAround(target)] : undefined
      if (row) reach(row)
    }
    document.addEventListener('keydown', handleKey)
    document.addEventListener('focusin', handleReach)
    document.addEventListener('click', handleReach)
    return () => {
      document.removeEventListener('keydown', handleKey)
      document.removeEventListener('focusin', handleReach)
      document.removeEventListener('click', handleReach)
    }
  })
  return { currentId: rows[lastAt]?.id, entered }
}
