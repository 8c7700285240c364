import { useState } from 'react'
import { placeOfUser, readFromBrowser, writeToBrowser } from '#lib/drafts/browser-store.ts'
import { useUser } from '#lib/session/current-user.ts'
import type { Column } from '#ui/data-table.tsx'

export const columnWidths = { narrow: 0.75, normal: 1, wide: 1.5 } as const
export type ColumnWidth = keyof typeof columnWidths

/** How a person wants the table of a list; what is missing is as the list declares it. */
export interface TableLook {
  readonly isCompact?: boolean
  /** Whether the preview of the current row is beside the table. */
  readonly isSplit?: boolean
  readonly hidden?: readonly string[]
  /** The columns in their order. */
  readonly order?: readonly string[]
  readonly widths?: Readonly<Record<string, ColumnWidth>>
  /** Rows of a page. */
  readonly size?: number
}

/** What stays of a look where columns and rows become as the list declares them. */
export const lookBesideColumns = ({ size, isSplit }: TableLook): TableLook => ({
  ...(size !== undefined && { size }),
  ...(isSplit !== undefined && { isSplit }),
})

/** The look of the lists of one name, kept in the browser for each person. */
export function useTableLook(name: string) {
  const place = placeOfUser(useUser().id, `${name}Table`)
  const [value, setValue] = useState(() => readFromBrowser<TableLook>(place) ?? {})
  return {
    value,
    set: (look: TableLook) => {
      writeToBrowser(place, look)
      setValue(look)
    },
  }
}
export type TableLookSession = ReturnType<typeof useTableLook>

/** A width for columns that share what others leave, so that they can be made narrower and wider too. */
const sharedWidth = '7rem'

const widthAs = ({ width = sharedWidth }: Column<never>, chosen: ColumnWidth): Column<never>['width'] =>
  `calc(${width} * ${columnWidths[chosen]})`

/** The columns of a list in the look of a person; hidden ones are printed. The cell that names the row stays. */
export function columnsInLook<Row>(
  columns: readonly Column<Row>[],
  { hidden = [], order = [], widths = {} }: TableLook,
) {
  const isHidden = ({ id, isRowHeader }: Column<Row>) => hidden.includes(id) && !isRowHeader
  const hiddenIds = columns.filter(isHidden).map(({ id }) => id)
  const placeOf = ({ id }: Column<Row>) => (order.includes(id) ? order.indexOf(id) : order.length)
  return columns
    .map((column) => {
      const chosen = widths[column.id]
      const isUnder = column.under !== undefined && !isHidden(column) && !hiddenIds.includes(column.under)
      return {
        ...column,
        under: isUnder ? column.under : undefined,
        ...(isHidden(column) && { isPaperOnly: true }),
        ...(chosen && chosen !== 'normal' && { width: widthAs(column, chosen) }),
      }
    })
    .sort((one, other) => placeOf(one) - placeOf(other))
}
