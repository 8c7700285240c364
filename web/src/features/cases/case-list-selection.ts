import type { CaseRow } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

export interface Selection {
  /** In the order in which they were chosen; those on show as they are now. */
  readonly rows: readonly CaseRow[]
  /** How many of them are not on show. */
  readonly elsewhere: number
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
    queryClient.setQueryDefaults(place, { gcTime: keptMs })
    queryClient.setQueryData<Kept>(place, { scope, rows })
  }
  const onShow = (row: CaseRow) => shown?.find(({ id }) => id === row.id)
  return {
    rows: kept.map((row) => onShow(row) ?? row),
    elsewhere: shown ? kept.filter((row) => !onShow(row)).length : 0,
    has: ({ id }) => kept.some((row) => row.id === id),
    set: (rows, isSelected) => {
      const others = kept.filter(({ id }) => !rows.some((row) => row.id === id))
      setRows(isSelected ? [...others, ...rows] : others)
    },
    clear: () => setRows([]),
  }
}
