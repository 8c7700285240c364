import type { ExportColumn, ExportValue, ReferenceList } from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import type { Cell, SheetColumn } from '#platform/spreadsheets/sheet.ts'

/** The labels of the entries of a list, by id. */
export type Labels = ReadonlyMap<number, string>
export type ReadLabels = (list: ReferenceList) => Promise<Labels>

const { yes, no, gone } = office.caseSheet

/** The columns of a sheet: flags and choices are words in it. */
export const sheetColumnsOf = (columns: readonly ExportColumn<never>[]): SheetColumn[] =>
  columns.map(({ header, type }) => ({ header, type: type === 'flag' || type === 'choice' ? 'text' : type }))

/** Makes the cells of a row; reads each list once. */
export async function cellsWith<R>(columns: readonly ExportColumn<R>[], readLabels: ReadLabels) {
  const lists = [...new Set(columns.flatMap(({ list }) => list ?? []))]
  const labels = new Map(await Promise.all(lists.map(async (list) => [list, await readLabels(list)] as const)))
  const wordOf = (value: unknown, list: ReferenceList | undefined): string => {
    if (typeof value === 'boolean') return value ? yes : no
    return list && typeof value === 'number' ? (labels.get(list)?.get(value) ?? gone) : String(value)
  }
  const cellOf = ({ type, list }: ExportColumn<R>, value: ExportValue): Cell => {
    if (value === undefined) return undefined
    if (Array.isArray(value)) return value.map((one) => wordOf(one, list)).join('; ')
    return type === 'flag' || type === 'choice' ? wordOf(value, list) : (value as Cell)
  }
  return (row: R): Cell[] => columns.map((column) => cellOf(column, column.cellOf(row)))
}
