import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/icon.tsx'

export interface MenuAction {
  readonly text: string
  /** Why the action is disabled; undefined while it is enabled. */
  readonly disabledReason: string | undefined
  /** Shown in the bar itself where there is room. */
  readonly isNarrowOnly?: boolean
  readonly onSelect: () => void
}

const possibleFirst = (entries: readonly MenuAction[]) => [
  ...entries.filter(({ disabledReason }) => disabledReason === undefined),
  ...entries.filter(({ disabledReason }) => disabledReason !== undefined),
]

/** Menu of the actions that are not in the bar, enabled ones first. Disabled ones can be focused and show their reason. */
export function MoreActions({ entries }: { entries: readonly MenuAction[] }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) close()
  }
  const handleBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  const handleSelect = (entry: MenuAction) => {
    if (entry.disabledReason !== undefined) return
    close()
    entry.onSelect()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches over the button and its list
    <div className="menu more-actions" onKeyDown={handleKey} onBlur={handleBlur}>
      <button
        ref={button}
        type="button"
        className="btn btn-outline-primary"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{t('caseActions.more')}</span>
        <Icon name={isOpen ? 'it-expand' : 'it-collapse'} size="xs" />
      </button>
      {isOpen && (
        <ul id={listId} className="more-list">
          {possibleFirst(entries).map((entry, index) => (
            <li key={entry.text} className={entry.isNarrowOnly ? 'narrow-only' : undefined}>
              <button
                type="button"
                className="menu-item"
                aria-disabled={entry.disabledReason !== undefined || undefined}
                aria-describedby={entry.disabledReason === undefined ? undefined : `${listId}-${index}`}
                onClick={() => handleSelect(entry)}
              >
                {entry.text}
              </button>
              {entry.disabledReason !== undefined && (
                <span id={`${listId}-${index}`} className="more-reason">
                  {entry.disabledReason}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
