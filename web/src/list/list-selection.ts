import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

interface WithId {
  readonly id: number
}

export interface Selection<Row> {
  /** In the order in which they were chosen; those on show as they are now. */
  readonly rows: readonly Row[]
  /** Those that are not on show: nobody can let go of one alone, and what is known of them may be out of date. */
  readonly elsewhere: readonly Row[]
  readonly has: (row: Row) => boolean
  readonly set: (rows: readonly Row[], isSelected: boolean) => void
  readonly clear: () => void
}

interface Remembered<Row> {
  readonly scope: string
  readonly rows: readonly Row[]
}

const placeOf = (name: string) => [name, 'selection']
/** How long a selection is remembered after its last change: time to read records and come back. */
const rememberedMs = 30 * 60_000

function remember<Row>(queryClient: QueryClient, name: string, selection: Remembered<Row>) {
  const place = placeOf(name)
  queryClient.setQueryDefaults(place, { gcTime: rememberedMs })
  // Its time is counted from when it comes into the memory, not from its last change.
  queryClient.removeQueries({ queryKey: place, exact: true })
  queryClient.setQueryData<Remembered<Row>>(place, selection)
}

/** A record that somebody has just changed is known as it is now wherever it is selected. */
export function updateSelected<Row extends WithId>(
  queryClient: QueryClient,
  name: string,
  changed: Partial<Row> & WithId,
) {
  const selection = queryClient.getQueryData<Remembered<Row>>(placeOf(name))
  if (!selection?.rows.some(({ id }) => id === changed.id)) return
  const rows = selection.rows.map((row) => (row.id === changed.id ? { ...row, ...changed } : row))
  remember(queryClient, name, { ...selection, rows })
}

/**
 * The rows that are selected, from page to page of the lists of one name and while a record of it is read; another list,
 * `scope`, begins with none.
 */
export function useSelection<Row extends WithId>(
  name: string,
  scope: string,
  shown: readonly Row[] | undefined,
): Selection<Row> {
  const queryClient = useQueryClient()
  const [state, setState] = useState(() => queryClient.getQueryData<Remembered<Row>>(placeOf(name)))
  const selected = state?.scope === scope ? state.rows : []
  const setRows = (rows: readonly Row[]) => {
    setState({ scope, rows })
    remember(queryClient, name, { scope, rows })
  }
  const findShown = (row: Row) => shown?.find(({ id }) => id === row.id)
  return {
    rows: selected.map((row) => findShown(row) ?? row),
    elsewhere: shown ? selected.filter((row) => !findShown(row)) : [],
    has: ({ id }) => selected.some((row) => row.id === id),
    set: (rows, isSelected) => {
      const others = selected.filter(({ id }) => !rows.some((row) => row.id === id))
      setRows(isSelected ? [...others, ...rows] : others)
    },
    clear: () => setRows([]),
  }
}
