import type { CaseRow } from '@portal/contract'
import { useEffect, useState } from 'react'
import { actionOfKey, isTaken, type KeyAction, keysSwitch } from '#lib/backoffice/desk-keys.ts'
import { caseLinkId } from './case-columns.tsx'

interface Does {
  readonly open: (row: CaseRow) => void
  readonly select: (row: CaseRow) => void
}

/** The row that the keyboard stands on; moving takes the focus along, so that it is heard and Enter opens it. */
export function useListKeys(rows: readonly CaseRow[], does: Does): number | undefined {
  const [currentId, setCurrentId] = useState<number>()
  const at = rows.findIndex(({ id }) => id === currentId)
  const current = rows[at]
  const moveTo = (row: CaseRow | undefined) => {
    if (!row) return
    setCurrentId(row.id)
    document.getElementById(caseLinkId(row.id))?.focus()
  }
  const actions: Partial<Record<KeyAction, () => void>> = {
    next: () => moveTo(rows[at + 1]),
    previous: () => moveTo(rows[Math.max(at - 1, 0)]),
    open: () => current && does.open(current),
    select: () => current && does.select(current),
  }
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const action = actionOfKey(event)
      const act = action && actions[action]
      if (!act || !keysSwitch.isOn() || isTaken(event)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  })
  return current?.id
}
