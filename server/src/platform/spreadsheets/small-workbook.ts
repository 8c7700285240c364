import { type Cell, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { widthOf } from './text-size.ts'
import { bold } from './workbook-frame.ts'

/** A column of a small sheet; its kind is the format of its cells. Shares are from 0 to 1. */
export interface SmallColumn {
  readonly title: string
  readonly kind: 'text' | 'count' | 'share' | 'days'
}

/** A sheet with all its rows, the cells in the order of the columns; null is an empty cell. */
export interface SmallSheet {
  readonly title: string
  readonly columns: readonly SmallColumn[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

const formats: Partial<Record<SmallColumn['kind'], string>> = { count: '#,##0', share: '0.0%', days: '#,##0.#' }

function sheetOf({ title, columns, rows }: SmallSheet): WriteSheet {
  const headings = columns.map((column, index) => [`0,${index}`, { value: column.title, style: bold }] as const)
  const figures = rows.flatMap((row, at) =>
    row.flatMap((value, index) => {
      const numFmt = formats[columns[index]?.kind ?? 'text']
      return typeof value === 'number' && numFmt ? [[`${at + 1},${index}`, { value, style: { numFmt } }] as const] : []
    }),
  )
  return {
    name: title,
    columns: columns.map(({ title: header, kind }, index) => ({
      width: widthOf({ header, type: kind === 'text' ? 'text' : 'number' }, index, rows),
    })),
    rows: [columns.map((column) => column.title), ...rows.map((row) => [...row])],
    cells: new Map<string, Partial<Cell>>([...headings, ...figures]),
    freezePane: { rows: 1 },
  }
}

/** A workbook of a few hundred rows, in memory; longer ones go through `writeWorkbook`. */
export const smallWorkbook = (sheets: readonly SmallSheet[]): Promise<Uint8Array> =>
  writeXlsx({ sheets: sheets.map(sheetOf) })
