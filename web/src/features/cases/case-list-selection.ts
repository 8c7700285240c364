import type { CaseRow } from '@portal/contract'
import { useState } from 'react'

export interface Selection {
  /** In the order in which they were chosen; those on show as they are now. */
  readonly rows: readonly CaseRow[]
  readonly has: (row: CaseRow) => boolean
  readonly set: (rows: readonly CaseRow[], isSelected: boolean) => void
  readonly clear: () => void
}

/** The cases that are chosen, from page to page of one list; another list, `scope`, begins with none. */
export function useSelection(scope: string, shown: readonly CaseRow[] | undefined): Selection {
  const [state, setState] = useState<{ scope: string; rows: readonly CaseRow[] }>({ scope, rows: [] })
  const kept = state.scope === scope ? state.rows : []
  const setRows = (rows: readonly CaseRow[]) => setState({ scope, rows })
  return {
    rows: kept.map((row) => shown?.find(({ id }) => id === row.id) ?? row),
    has: ({ id }) => kept.some((row) => row.id === id),
    set: (rows, isSelected) => {
      const others = kept.filter(({ id }) => !rows.some((row) => row.id === id))
      setRows(isSelected ? [...others, ...rows] : others)
    },
    clear: () => setRows([]),
  }
}
