import type { Ordering } from '@portal/contract'
import type { Sort } from '#ui/data-table.tsx'

/** What the list may be sorted by: columns of the table, by their names on the wire. */
const sortColumns = {
  status: 'id_stato',
  protocolNumber: 'numero_protocollo',
  createdAt: 'data_creazione',
  due: 'data_scadenza',
  field: 'id_ambito',
  mode: 'id_modalita_discriminazione',
  ground: 'id_ground',
  place: 'virtuale_fisico',
  language: 'id_lingua',
  operator: 'operatore',
  outcome: 'id_esito_finale',
} as const
export type SortColumn = keyof typeof sortColumns

const isColumn = (column: string): column is SortColumn => column in sortColumns
const wireOf = ({ column }: Sort) => (isColumn(column) ? sortColumns[column] : undefined)

/** As the address has it: the column, behind a hyphen from the last to the first. */
export function writeSort(sort: Sort | undefined): string | undefined {
  const wire = sort && wireOf(sort)
  return wire && (sort.direction === 'descending' ? `-${wire}` : wire)
}

export function readSort(text = ''): Sort | undefined {
  const column = (Object.keys(sortColumns) as SortColumn[]).find((one) => sortColumns[one] === text.replace(/^-/, ''))
  return column && { column, direction: text.startsWith('-') ? 'descending' : 'ascending' }
}

/** As it is written in a call. */
export const sortOf = ([ordering]: readonly Ordering[] = []): Sort | undefined =>
  ordering && readSort(`${ordering.direction === 'desc' ? '-' : ''}${ordering.column}`)

/** As the call has it; nothing for the office's own order. */
export function orderingsOf(sort: Sort | undefined): Ordering[] | undefined {
  const column = sort && wireOf(sort)
  return column && [{ column, direction: sort.direction === 'descending' ? 'desc' : 'asc' }]
}
