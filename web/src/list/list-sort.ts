import type { Ordering } from '@portal/contract'
import type { Sort } from '#ui/data-table.tsx'

/** The columns that a list may be sorted by, with their names on the wire. */
type Sorts = Readonly<Record<string, string>> | undefined

/** As the address has it: the column, behind a hyphen from the last to the first. */
export function writeSort(sorts: Sorts, sort: Sort | undefined): string | undefined {
  const wire = sort && sorts?.[sort.column]
  return wire && (sort.direction === 'descending' ? `-${wire}` : wire)
}

export function readSort(sorts: Sorts = {}, text = ''): Sort | undefined {
  const column = Object.keys(sorts).find((one) => sorts[one] === text.replace(/^-/, ''))
  return column === undefined ? undefined : { column, direction: text.startsWith('-') ? 'descending' : 'ascending' }
}

/** From what a call has, and into it; nothing for the server's own order. */
export const sortOf = (sorts: Sorts, [ordering]: readonly Ordering[] = []): Sort | undefined =>
  ordering && readSort(sorts, `${ordering.direction === 'desc' ? '-' : ''}${ordering.column}`)

export function orderingsOf(sorts: Sorts, sort: Sort | undefined): Ordering[] | undefined {
  const column = sort && sorts?.[sort.column]
  return column ? [{ column, direction: sort.direction === 'descending' ? 'desc' : 'asc' }] : undefined
}
