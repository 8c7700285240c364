import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-name.ts'
import { keepInView } from './keep-in-view.ts'
import { NavLink } from './nav-link.tsx'

/** An entry goes somewhere or does something; one whose text another may have is told apart by its id. */
export type MenuEntry = { id?: number; text: string; lang?: string; icon?: IconName; isCurrent?: boolean } & (
  | { href: string }
  | { onSelect: () => void }
)

export interface MenuGroup {
  title?: string
  entries: readonly MenuEntry[]
}

export interface MenuButtonProps {
  /** What the button shows: 'IT', 'Rossi M. · RUP'. */
  children: ReactNode
  /** What it is called, when what it shows does not say it: 'Lingua: italiano'. */
  label?: string | undefined
  /** What is said in place of a list that has nothing in it. */
  emptyText?: string | undefined
  /** Told when the list is opened. */
  onOpen?: (() => void) | undefined
  /** A list, or several, each under its title. */
  entries?: readonly MenuEntry[]
  groups?: readonly MenuGroup[]
  /** What stands below the list. */
  foot?: ReactNode
}

/** A button that opens a short list; Tab walks through it, Escape or leaving it closes it. */
export function MenuButton({
  children,
  label,
  emptyText,
  onOpen,
  entries = [],
  groups = [{ entries }],
  foot,
}: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }
  const handleToggle = () => {
    if (!isOpen) onOpen?.()
    setOpen(!isOpen)
  }
  // The entry goes with the list: what had focus must not take it along.
  const handleDone = () => {
    setOpen(false)
    button.current?.focus()
  }
  const handleBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches over the button and its list
    <div className="menu" onKeyDown={handleKey} onBlur={handleBlur}>
      <button
        ref={button}
        type="button"
        className="btn btn-sm"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={handleToggle}
      >
        {children}
        <Icon name={isOpen ? 'it-collapse' : 'it-expand'} size="xs" />
      </button>
      {isOpen && (
        <div id={listId} ref={keepInView} className="menu-list">
          {emptyText && groups.every((group) => group.entries.length === 0) && <p className="menu-none">{emptyText}</p>}
          {groups.map((group, index) => (
            <Group key={group.title ?? index} {...group} onDone={handleDone} />
          ))}
          {foot}
        </div>
      )}
    </div>
  )
}

function Group({ title, entries, onDone }: MenuGroup & { onDone: () => void }) {
  const titleId = useId()
  return (
    <>
      {title && (
        <div id={titleId} className="menu-title">
          {title}
        </div>
      )}
      <ul aria-labelledby={title && titleId}>
        {entries.map((entry) => (
          <li key={entry.id ?? entry.text}>
            <Entry entry={entry} hasRoomForIcon={entries.some(({ icon }) => icon)} onDone={onDone} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Entry({ entry, hasRoomForIcon, onDone }: { entry: MenuEntry; hasRoomForIcon: boolean; onDone: () => void }) {
  const look = { className: 'menu-item', lang: entry.lang, 'aria-current': entry.isCurrent || undefined }
  const content = (
    <>
      {entry.icon ? <Icon name={entry.icon} /> : hasRoomForIcon && <span className="icon icon-sm" aria-hidden="true" />}
      {entry.text}
    </>
  )
  if ('href' in entry) {
    return (
      <NavLink {...look} href={entry.href} onClick={onDone}>
        {content}
      </NavLink>
    )
  }
  const handleSelect = () => {
    onDone()
    entry.onSelect()
  }
  return (
    <button type="button" {...look} onClick={handleSelect}>
      {content}
    </button>
  )
}
