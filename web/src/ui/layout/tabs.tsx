import { type AriaAttributes, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Badge } from '../badge.tsx'
import { useTabInView } from './use-tab-in-view.ts'

export interface Tab<Id extends string> {
  id: Id
  label: string
  count?: number | string | undefined
  /** How many errors its fields have, with the word for them. */
  errors?: { count: number; word: string } | undefined
  /** The key of what the tab holds: it opens the tab while another is shown. */
  shortcut?: (Pick<AriaAttributes, 'aria-keyshortcuts'> & { title: string }) | undefined
}

export interface TabsProps<Id extends string> {
  label: string
  tabs: readonly Tab<Id>[]
  current: Id
  onChange: (id: Id) => void
  /** The content of the current tab. */
  children: ReactNode
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs by the ARIA pattern: arrows move and choose, in the direction the text runs; Home and End go to the ends. */
export function Tabs<Id extends string>({ label, tabs, current, onChange, children }: TabsProps<Id>) {
  const baseId = useId()
  const list = useRef<HTMLDivElement>(null)
  useTabInView(list, current, ...tabs.flatMap(({ label: text, count, errors }) => [text, count, errors?.count]))
  const goTo = (index: number) => {
    const tab = tabs[(index + tabs.length) % tabs.length]
    if (!tab) return
    onChange(tab.id)
    document.getElementById(`${baseId}-${tab.id}`)?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === current)
    const turn = list.current && getComputedStyle(list.current).direction === 'rtl' ? -1 : 1
    const step = steps[event.key]
    if (step !== undefined) goTo(at + step * turn)
    else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(tabs.length - 1)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div ref={list} className="tab-list" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={handleKey}>
        {tabs.map(({ id, label: text, count, errors, shortcut }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${baseId}-${id}`}
            className="tab"
            {...(id !== current && shortcut)}
            aria-selected={id === current}
            aria-controls={`${baseId}-panel`}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChange(id)}
          >
            <span>{text}</span>
            {(count !== undefined || errors) && ' '}
            {count !== undefined && <Badge>{count}</Badge>}
            {errors && (
              <Badge kind="danger" hiddenText={errors.word}>
                {errors.count}
              </Badge>
            )}
          </button>
        ))}
      </div>
      <div id={`${baseId}-panel`} role="tabpanel" aria-labelledby={`${baseId}-${current}`}>
        {children}
      </div>
    </>
  )
}
