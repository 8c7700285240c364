import { useState } from 'react'
import { deskPlace } from '#lib/drafts/desk-store.ts'
import { readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'
import { focusById } from '#ui/focus-by-id.ts'
import { useMedia } from '#ui/use-media.ts'
import { listTitleId } from './case-lists.ts'

const place = deskPlace('caseFilters')

/**
 * Whether the filters are on show. Until somebody says otherwise they are where they leave room for every column; what was
 * said last holds for all lists of the tab.
 */
export function usePanelFold() {
  const leavesRoom = useMedia('(min-width: 100rem)')
  const standsBeside = useMedia('(min-width: 80rem)')
  const [wanted, setWanted] = useState(() => readFromTab<boolean>(place))
  const isOpen = wanted ?? leavesRoom
  const keep = (isWanted: boolean) => {
    writeToTab(place, isWanted)
    setWanted(isWanted)
  }
  return {
    isOpen,
    leavesRoom,
    open: () => setWanted(true),
    toggle: () => keep(!isOpen),
    /** On a narrow screen the filters stand above the list: they make room for what was found. */
    closeWhereInTheWay: () => {
      if (standsBeside) return
      keep(false)
      focusById(listTitleId)
    },
  }
}
