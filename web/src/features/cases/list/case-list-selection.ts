import type { CaseDetail, CaseRow } from '@portal/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

export interface Selection {
  /** In the order in which they were chosen; those on show as they are now. */
  readonly rows: readonly CaseRow[]
  /** Those that are not on show: nobody can let go of one alone, and what is known of them may be out of date. */
  readonly elsewhere: readonly CaseRow[]
  readonly has: (row: CaseRow) => boolean
  readonly set: (rows: readonly CaseRow[], isSelected: boolean) => void
  readonly clear: () => void
}

interface Kept {
  readonly scope: string
  readonly rows: readonly CaseRow[]
}

const place = ['cases', 'selection']
/** How long a choice is kept after its last change: time to read cases and come back, not to forget what was chosen. */
const keptMs = 30 * 60_000

function keep(queryClient: QueryClient, kept: Kept) {
  queryClient.setQueryDefaults(place, { gcTime: keptMs })
  // Its time is counted from when it comes into the memory, not from its last change.
  queryClient.removeQueries({ queryKey: place, exact: true })
  queryClient.setQueryData<Kept>(place, kept)
}

/** What somebody has just done to a case does not make it unknown where they had chosen it. */
export function renewChosen(queryClient: QueryClient, { id, version, status }: CaseDetail) {
  const kept = queryClient.getQueryData<Kept>(place)
  if (!kept?.rows.some((row) => row.id === id)) return
  keep(queryClient, { ...kept, rows: kept.rows.map((row) => (row.id === id ? { ...row, version, status } : row)) })
}

/**
 * The cases that are chosen, from page to page of one list and while a case of it is read; another list, `scope`,
 * begins with none.
 */
export function useSelection(scope: string, shown: readonly CaseRow[] | undefined): Selection {
  const queryClient = useQueryClient()
  const [state, setState] = useState(() => queryClient.getQueryData<Kept>(place))
  const kept = state?.scope === scope ? state.rows : []
  const setRows = (rows: readonly CaseRow[]) => {
    setState({ scope, rows })
    keep(queryClient, { scope, rows })
  }
  const onShow = (row: CaseRow) => shown?.find(({ id }) => id === row.id)
  return {
    rows: kept.map((row) => onShow(row) ?? row),
    elsewhere: shown ? kept.filter((row) => !onShow(row)) : [],
    has: ({ id }) => kept.some((row) => row.id === id),
    set: (rows, isSelected) => {
      const others = kept.filter(({ id }) => !rows.some((row) => row.id === id))
      setRows(isSelected ? [...others, ...rows] : others)
    },
    clear: () => setRows([]),
  }
}
