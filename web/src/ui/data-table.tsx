import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import type { Elements } from './elements.tsx'
import { Icon } from './icon.tsx'
import { SelectionBox } from './selection-box.tsx'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  /** Figures stand at the end of their column. */
  align?: 'end'
  /** Width on wide screens, where columns without one share what is left. */
  width?: `${number}rem` | `clamp(${string})` | `calc(${string})` | undefined
  /** Left out under 1280 px, where a row has room for the chief columns only. */
  isFoldedOnTablet?: boolean
  /** Left out on every screen; printed. */
  isPaperOnly?: boolean
  /** Long text goes on in the next line; elsewhere it is cut. */
  isWrapped?: boolean
  /** The cell is the row header. */
  isRowHeader?: boolean
  /** The id of the column in whose cells this one is a second line. */
  under?: string | undefined
}

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}

/** A table that sorts must say how it is sorted and who changes that. */
type Sorting = { sort: Sort | undefined; onSort: (sort: Sort) => void } | { sort?: undefined; onSort?: undefined }

/** What a row tells on request, in a line of its own under it. */
export interface RowDetail<Row> {
  header: string
  /** Names the button: 'Dettagli della voce 12'. */
  label: (row: Row) => string
  /** `entered` counts how often a key led into the detail of the row. */
  content: (row: Row, entered: number) => ReactNode
}

/** A row whose detail a key led into. */
export interface EnteredRow {
  readonly key: string | number
  readonly count: number
}

/** Rows that are chosen to do something with: one by one, or all that are on show. */
export interface RowSelection<Row> {
  /** Names the box over all rows. */
  allLabel: string
  /** Names the box of a row: 'Seleziona ABC-2026-000123'. */
  label: (row: Row) => string
  isSelected: (row: Row) => boolean
  onChange: (rows: readonly Row[], isSelected: boolean) => void
}

export type DataTableProps<Row> = Sorting & {
  caption: string
  isCaptionHidden?: boolean | undefined
  columns: readonly Column<Row>[]
  /** Undefined while they are on their way for the first time. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** The key of the row that the keyboard stands on. */
  currentKey?: string | number | undefined
  emptyText: string
  /** What to do next where there are no rows. */
  emptyNext?: Elements
  loadingText: string
  /** Newer rows are on their way; the old ones stay, paler. */
  isRefreshing?: boolean | undefined
  /** How many rows to keep room for while loading. */
  expectedRows?: number | undefined
  detail?: RowDetail<Row> | undefined
  entered?: EnteredRow | undefined
  selection?: RowSelection<Row> | undefined
  /** Rows of 32 px instead of 44. */
  isCompact?: boolean | undefined
}

const nextSort = (sort: Sort | undefined, column: string): Sort => ({
  column,
  direction: sort?.column === column && sort.direction === 'ascending' ? 'descending' : 'ascending',
})

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, isCaptionHidden, columns, rows, isRefreshing, detail, selection, isCompact } = props
  const anchor = useRef<Row>(undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
    <section className="data-table-scroll" aria-label={caption} tabIndex={0}>
      <table
        className={classNames('table data-table', isRefreshing && 'data-table-busy', isCompact && 'data-table-compact')}
        aria-busy={rows === undefined || isRefreshing || undefined}
      >
        <caption className={isCaptionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="cell-select">
                <SelectionBox {...selection} label={selection.allLabel} rows={rows ?? []} />
              </th>
            )}
            {detail && (
              <th scope="col" className="cell-toggle">
                <span className="visually-hidden">{detail.header}</span>
              </th>
            )}
            {stacksOf(columns).map((stack) => (
              <HeaderCell key={stack[0].id} stack={stack} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Rows {...props} anchor={anchor} />
        </tbody>
      </table>
    </section>
  )
}

/** A column, and the one whose values are a second line in its cells. */
type Stack<Row> = readonly [Column<Row>, ...Column<Row>[]]

const stacksOf = <Row,>(columns: readonly Column<Row>[]): Stack<Row>[] =>
  columns
    .filter(({ under }) => under === undefined)
    .map((first) => [first, ...columns.filter(({ under }) => under === first.id)])

const cellClass = <Row,>({ align, isFoldedOnTablet, isPaperOnly, isWrapped }: Column<Row>) =>
  classNames(
    align === 'end' && 'cell-end',
    isFoldedOnTablet && 'fold-on-tablet',
    isPaperOnly && 'paper-only',
    isWrapped && 'cell-wrap',
  ) || undefined

const sortIcon = { ascending: 'it-arrow-up', descending: 'it-arrow-down' } as const

interface Sorted {
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function HeaderCell<Row>({ stack, sort, onSort }: Sorted & { stack: Stack<Row> }) {
  const [first, ...others] = stack
  const direction = stack.some(({ id }) => id === sort?.column) ? sort?.direction : undefined
  return (
    <th scope="col" className={cellClass(first)} style={{ inlineSize: first.width }} aria-sort={direction}>
      {others.length === 0 ? (
        <HeaderText column={first} sort={sort} onSort={onSort} />
      ) : (
        stack.map((column) => (
          <span key={column.id} className="stacked-line">
            <HeaderText column={column} sort={sort} onSort={onSort} />
          </span>
        ))
      )}
    </th>
  )
}

function HeaderText<Row>({ column: { id, header, isSortable }, sort, onSort }: Sorted & { column: Column<Row> }) {
  if (!(isSortable && onSort)) return <span>{header}</span>
  return (
    <button
      type="button"
      className="sort-button"
      aria-current={sort?.column === id || undefined}
      onClick={() => onSort(nextSort(sort, id))}
    >
      <span>{header}</span>
      {sort?.column === id && <Icon name={sortIcon[sort.direction]} size="xs" />}
    </button>
  )
}

/** How many columns the screen shows: a cell across more of them would add empty ones. */
const widthOf = <Row,>({ columns, detail, selection }: DataTableProps<Row>) =>
  columns.filter(({ isPaperOnly, under }) => !(isPaperOnly || under)).length + (detail ? 1 : 0) + (selection ? 1 : 0)

/** The row that was chosen last: a range begins there. */
interface Anchored<Row> {
  readonly anchor: RefObject<Row | undefined>
}

function Rows<Row>(props: DataTableProps<Row> & Anchored<Row>) {
  const { rows, rowKey, emptyText, emptyNext, loadingText, expectedRows = 10 } = props
  const width = widthOf(props)
  if (rows === undefined) return <LoadingRows count={expectedRows} columns={width} text={loadingText} />
  if (rows.length === 0) {
    return (
      <tr>
        <td colSpan={width} className="data-table-empty">
          <span>{emptyText}</span>
          {emptyNext}
        </td>
      </tr>
    )
  }
  return rows.map((row) => <BodyRow key={rowKey(row)} row={row} {...props} />)
}

function BodyRow<Row>({ row, anchor, ...props }: DataTableProps<Row> & Anchored<Row> & { row: Row }) {
  const { rows = [], rowKey, columns, currentKey, detail, selection } = props
  const [isOpen, setOpen] = useState(false)
  const detailId = useId()
  const entered = props.entered?.key === rowKey(row) ? props.entered.count : 0
  useEffect(() => {
    if (entered > 0) setOpen(true)
  }, [entered])
  const handleSelect = (chosen: readonly Row[], isSelected: boolean, isRange: boolean) => {
    const ends = [anchor.current, row].map((end) => rows.findIndex((one) => end && rowKey(one) === rowKey(end)))
    const [from, to] = [Math.min(...ends), Math.max(...ends)]
    selection?.onChange(isRange && from >= 0 ? rows.slice(from, to + 1) : chosen, isSelected)
    anchor.current = row
  }
  return (
    <>
      <tr aria-current={rowKey(row) === currentKey || undefined}>
        {selection && (
          <td className="cell-select">
            <SelectionBox
              isSelected={selection.isSelected}
              label={selection.label(row)}
              rows={[row]}
              onChange={handleSelect}
            />
          </td>
        )}
        {detail && (
          <td className="cell-toggle">
            <IconButton
              icon={isOpen ? 'it-collapse' : 'it-expand'}
              label={detail.label(row)}
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailId : undefined}
              onClick={() => setOpen(!isOpen)}
            />
          </td>
        )}
        {stacksOf(columns).map((stack) => (
          <BodyCell key={stack[0].id} stack={stack} row={row} />
        ))}
      </tr>
      {detail && isOpen && (
        <tr id={detailId} className="detail-row">
          <td colSpan={widthOf(props)}>
            <div className="detail-content">{detail.content(row, entered)}</div>
          </td>
        </tr>
      )}
    </>
  )
}

function BodyCell<Row>({ stack, row }: { stack: Stack<Row>; row: Row }) {
  const [first, ...others] = stack
  const content =
    others.length === 0
      ? first.cell(row)
      : stack.map((column) => (
          <span key={column.id} className="stacked-line">
            {column.cell(row)}
          </span>
        ))
  return first.isRowHeader ? (
    <th scope="row" className={cellClass(first)}>
      {content}
    </th>
  ) : (
    <td className={cellClass(first)}>{content}</td>
  )
}

function LoadingRows({ count, columns, text }: { count: number; columns: number; text: string }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <tr key={row}>
      <td colSpan={columns}>
        {row === 0 && (
          <span className="visually-hidden" role="status">
            {text}
          </span>
        )}
        <span className="skeleton" aria-hidden="true" />
      </td>
    </tr>
  ))
}
