import { type ReferenceList, type RowError, referenceLists, transferKinds } from '@portal/contract'
import type { ReadTable } from '#features/operators/index.ts'
import { type Correspondence, withoutGuard } from '../correspondences.ts'

/** The rows of a table of correspondences that somebody filled in, by the names of its columns. */
export type FilledTable = Exclude<Awaited<ReturnType<ReadTable>>, { readonly error: unknown }>

/** A row of such a table, with its place. */
export interface TableRow extends Correspondence {
  readonly row: number
}

/** Most rows of a table, and its largest size in bytes: the parser holds it in memory. */
export const tableLimits = { rows: 20_000, bytes: 2 ** 21 } as const

const requiredColumns = ['lista', 'valore', 'nostro']
const wordLists = new Set(Object.values(transferKinds).flatMap(({ words }) => Object.values<string>(words)))
const highestId = 2 ** 31 - 1

/** Whether a list is one of our reference lists, whose entries have ids. */
export const isReferenceList = (list: string): list is ReferenceList => Object.hasOwn(referenceLists, list)

/** The errors of a row by itself. An empty `nostro` is none: the office may fill the table in bit by bit. */
function errorsOfRow({ row, list, value, ours }: TableRow): RowError[] {
  const isId = /^\d+$/.test(ours) && Number(ours) <= highestId
  const isKnown = isReferenceList(list) || wordLists.has(list)
  return [
    ...(isKnown ? [] : [{ row, field: 'lista', code: 'lista_sconosciuta' }]),
    ...(value === '' ? [{ row, field: 'valore', code: 'campo_obbligatorio' }] : []),
    ...(ours !== '' && isReferenceList(list) && !isId ? [{ row, field: 'nostro', code: 'scelta_non_valida' }] : []),
  ]
}

/** Rows that say something else of a value than an earlier row. */
function contradictions(rows: readonly TableRow[]): RowError[] {
  const first = new Map<string, string>()
  return rows.flatMap(({ row, list, value, ours }) => {
    const place = `${list} ${value}`
    const before = first.get(place)
    if (before === undefined) first.set(place, ours)
    return before === undefined || before === ours ? [] : [{ row, field: 'valore', code: 'valore_ripetuto' }]
  })
}

/** Reads the rows of a table; says what is wrong with it without our lists. */
export function judgeTable({ heading, rows }: FilledTable): { rows: TableRow[]; errors: RowError[] } {
  const missing = requiredColumns.filter((column) => !heading.includes(column))
  if (missing.length > 0)
    return { rows: [], errors: missing.map((field) => ({ row: 1, field, code: 'colonna_mancante' })) }
  const read = rows.map(
    ({ row, cells: { lista = '', valore = '', righe = '', nostro = '', etichetta = '' } }): TableRow => ({
      row,
      list: lista,
      value: withoutGuard(valore).trim(),
      rows: Number(righe) || 0,
      ours: nostro,
      label: withoutGuard(etichetta),
    }),
  )
  return { rows: read, errors: [...read.flatMap(errorsOfRow), ...contradictions(read)] }
}
