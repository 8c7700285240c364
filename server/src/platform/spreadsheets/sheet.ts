import type { PlainDate } from '@portal/contract'

/** What the cells of a column are. A day is a `PlainDate`, an instant a `Date`; a file shows it in the time of the office. */
export type CellType = 'text' | 'number' | 'date' | 'instant'
export type Cell = string | number | PlainDate | Date | undefined | null

export interface SheetColumn {
  readonly header: string
  readonly type: CellType
}

/** What a file says about itself: a second sheet of a workbook. */
export interface AboutSheet {
  readonly name: string
  readonly lines: readonly (readonly [string, string])[]
}

export interface SheetHead {
  readonly name: string
  readonly columns: readonly SheetColumn[]
}

/** A table to write to a file. */
export interface Sheet extends SheetHead {
  /** Asked for once the number of rows is known. */
  readonly about: (rows: number) => AboutSheet | Promise<AboutSheet>
}

/** The rows of a table, some at a time: their source lets other work run in between. */
export type Pages = AsyncIterable<readonly (readonly Cell[])[]>
