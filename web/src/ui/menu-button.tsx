import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { asElements, type Elements } from './elements.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-name.ts'
import { NavLink } from './layout/nav-link.tsx'

interface EntryLook {
  /** Tells entries of one text apart. */
  id?: number
  text: string
  lang?: string
  icon?: IconName
  isCurrent?: boolean
  /** A word before the text of an entry that stands out: 'Nuovo'. */
  mark?: string | undefined
}

/** An entry goes somewhere (`onFollow` is called on the way) or does something. */
export type MenuEntry = EntryLook & ({ href: string; onFollow?: () => void } | { onSelect: () => void })

export interface MenuGroup {
  title?: string
  entries: readonly MenuEntry[]
}

export interface MenuButtonProps {
  /** What the button shows: 'IT', 'Rossi M. · RUP'. */
  children: string | Elements
  /** What it is called, when what it shows does not say it: 'Lingua: italiano'. */
  label?: string | undefined
  /** What is said in place of a list that has nothing in it. */
  emptyText?: string | undefined
  /** Called when the list opens. */
  onOpen?: (() => void) | undefined
  /** A list, or several, each under its title. */
  entries?: readonly MenuEntry[]
  groups?: readonly MenuGroup[]
  /** Content above the list. */
  head?: Elements
  /** Content below the list. */
  foot?: Elements
}

/** A button that opens a short list; Tab walks through it, Escape or leaving it closes it. */
export function MenuButton({
  children,
  label,
  emptyText,
  onOpen,
  entries = [],
  groups = [{ entries }],
  head,
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
        {asElements(children)}
        <Icon name={isOpen ? 'it-collapse' : 'it-expand'} size="xs" />
      </button>
      {isOpen && (
        <div id={listId} ref={keepInView} className="menu-list">
          {head}
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

/** The space keeps the word apart from the text in the name of the link. */
const Mark = ({ word }: { word: string }) => (
  <>
    <span className="menu-mark">{word}</span>{' '}
  </>
)

function Entry({ entry, hasRoomForIcon, onDone }: { entry: MenuEntry; hasRoomForIcon: boolean; onDone: () => void }) {
  const look = {
    className: classNames('menu-item', entry.mark !== undefined && 'menu-item-marked'),
    lang: entry.lang,
    'aria-current': entry.isCurrent || undefined,
  }
  const content = (
    <>
      {entry.icon ? <Icon name={entry.icon} /> : hasRoomForIcon && <span className="icon icon-sm" aria-hidden="true" />}
      {entry.mark && <Mark word={entry.mark} />}
      <span>{entry.text}</span>
    </>
  )
  if ('href' in entry) {
    const handleFollow = () => {
      onDone()
      entry.onFollow?.()
    }
    return (
      <NavLink {...look} href={entry.href} onClick={handleFollow}>
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

/** The least distance from the edge of the window, in pixels. */
const margin = 8

/**
 * As a `ref`: moves what hangs from a button sideways until it lies inside the window, also when the window or its own
 * size changes. Style sheets know on which side of a line a button is, but not how much room there is beside it.
 */
function keepInView(element: HTMLElement | null) {
  if (!element) return undefined
  const place = () => {
    element.style.translate = ''
    const { left, right } = element.getBoundingClientRect()
    const shift = shiftIntoView(left, right, document.documentElement.clientWidth)
    element.style.translate = shift === 0 ? '' : `${shift}px`
  }
  place()
  addEventListener('resize', place)
  // What is loaded once it is open makes it wider.
  const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(place)
  observer?.observe(element)
  return () => {
    removeEventListener('resize', place)
    observer?.disconnect()
  }
}

/** How far a box has to move to lie between the edges; one that is too wide begins at the left edge. */
export function shiftIntoView(left: number, right: number, width: number): number {
  const leftward = Math.min(0, width - margin - right)
  return left + leftward < margin ? margin - left : leftward
}
