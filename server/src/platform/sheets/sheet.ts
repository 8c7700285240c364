import type { PlainDate } from '@portal/contract'

/** What the cells of a column are. A day is a `PlainDate`, an instant a `Date`; a file shows it in the time of the office. */
export type CellType = 'text' | 'number' | 'date' | 'instant'
export type Cell = string | number | PlainDate | Date | undefined

export interface SheetColumn {
  readonly header: string
  readonly type: CellType
}

/** A table to write to a file. */
export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** What the file says about itself, once the number of its rows is known: a second sheet of a workbook. */
  readonly about: (rows: number) => { readonly name: string; readonly lines: readonly (readonly [string, string])[] }
}

/** The rows of a table, some at a time: whoever makes them lets other work run in between. */
export type Pages = AsyncIterable<readonly (readonly Cell[])[]>
