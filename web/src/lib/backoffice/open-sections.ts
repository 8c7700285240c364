import { useState } from 'react'
import { deskPlace, readFromTab, writeToTab } from '../drafts/tab-store.ts'

/** Which sections of a page are open, remembered in this tab; at first the first one. */
export function useOpenSections(name: string, ids: readonly string[]) {
  const place = deskPlace(`${name}Sections`)
  const [open, setOpen] = useState(() => readFromTab<readonly string[]>(place) ?? ids.slice(0, 1))
  const show = (shown: readonly string[]) => {
    writeToTab(place, shown)
    setOpen(shown)
  }
  return {
    isOpen: (id: string) => open.includes(id),
    isAllOpen: ids.every((id) => open.includes(id)),
    fold: (id: string, isOpen: boolean) =>
      show(isOpen ? [...new Set([...open, id])] : open.filter((one) => one !== id)),
    foldAll: (isOpen: boolean) => show(isOpen ? ids : []),
  }
}
