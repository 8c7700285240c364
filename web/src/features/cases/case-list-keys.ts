import type { CaseRow } from '@portal/contract'
import { useEffect, useState } from 'react'
import { deskPlace } from '#lib/desk-store.ts'
import { type KeyAction, listKeys } from '#lib/list-keys.ts'
import { readFromTab, writeToTab } from '#lib/tab-store.ts'
import { caseLinkId } from './case-columns.tsx'

type Does = Readonly<Record<Exclude<KeyAction, 'next' | 'previous' | 'open' | 'select'>, () => void>> & {
  readonly open: (row: CaseRow) => void
  readonly select: (row: CaseRow) => void
}

const writing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]'
const acting = 'a, button, input, summary'

/** Whether a key is meant for what has the focus, or for a dialog that lies over the page. */
function isTaken({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return true
  const element = target instanceof Element ? target : document.body
  return element.closest(key === 'Enter' ? `${writing}, ${acting}` : writing) !== null
}

const actionOf = (key: string): KeyAction | undefined =>
  Object.hasOwn(listKeys, key) ? listKeys[key as keyof typeof listKeys] : undefined

/** The row that the keyboard stands on; moving takes the focus along, so that it is heard and Enter opens it. */
export function useListKeys(rows: readonly CaseRow[], isOn: boolean, does: Does): number | undefined {
  const [currentId, setCurrentId] = useState<number>()
  const at = rows.findIndex(({ id }) => id === currentId)
  const current = rows[at]
  const moveTo = (row: CaseRow | undefined) => {
    if (!row) return
    setCurrentId(row.id)
    document.getElementById(caseLinkId(row.id))?.focus()
  }
  const actions: Readonly<Record<KeyAction, () => void>> = {
    next: () => moveTo(rows[at + 1]),
    previous: () => moveTo(rows[Math.max(at - 1, 0)]),
    open: () => current && does.open(current),
    select: () => current && does.select(current),
    search: does.search,
    help: does.help,
  }
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const action = actionOf(event.key)
      if (!isOn || !action || isTaken(event)) return
      event.preventDefault()
      actions[action]()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  })
  return current?.id
}

const place = deskPlace('caseKeys')

/** Whether single keys do something; whoever speaks to their computer switches them off (WCAG 2.1.4). */
export function useKeysSwitch() {
  const [isOn, setOn] = useState(() => readFromTab<boolean>(place) ?? true)
  return [
    isOn,
    (isWanted: boolean) => {
      writeToTab(place, isWanted)
      setOn(isWanted)
    },
  ] as const
}
