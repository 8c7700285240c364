import { useEffect, useId, useRef } from 'react'
import { Badge } from '../badge.tsx'
import { ExternalLink } from './external-link.tsx'
import { NavLink } from './nav-link.tsx'

export interface LeftMenuItem {
  text: string
  href: string
  /** Where the pointer rests on it: its keys. */
  title?: string | undefined
  isCurrent?: boolean | undefined
  /** Called on the way, also to the page that is open already. */
  onFollow?: (() => void) | undefined
  /** For a link to another site: what is said after its name, and the language of the name where it is not the page's. */
  elsewhere?: { hint: string; lang: string | undefined } | undefined
  /** What the figure counts, for screen readers. */
  count?: { value: number; hiddenText: string } | false | undefined
}

export interface LeftMenuProps {
  label: string
  /** Shown above the list; the label alone is only heard. */
  title?: string | undefined
  items: readonly LeftMenuItem[]
}

export function LeftMenu({ label, title, items }: LeftMenuProps) {
  return (
    <nav className="left-menu" aria-label={label}>
      {title && <div className="left-menu-title">{title}</div>}
      <MenuLinks items={items} />
    </nav>
  )
}

export interface LeftMenuGroup {
  title: string
  items: readonly LeftMenuItem[]
  /** Of a group that can be folded: whether it is open, and what happens when somebody opens or folds it. */
  fold?: { isOpen: boolean; onToggle: (isOpen: boolean) => void } | undefined
}

export interface GroupedMenuProps {
  label: string
  /** Above the groups. */
  first: readonly LeftMenuItem[]
  groups: readonly LeftMenuGroup[]
}

/** A menu whose links stand in groups. The current link comes into view where the menu scrolls by itself. */
export function GroupedMenu({ label, first, groups }: GroupedMenuProps) {
  const nav = useRef<HTMLElement>(null)
  const current = [...first, ...groups.flatMap(({ items }) => items)].find(({ isCurrent }) => isCurrent)?.href
  useEffect(() => {
    if (current !== undefined) nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  return (
    <nav ref={nav} className="left-menu" aria-label={label}>
      <MenuLinks items={first} />
      {groups.map((group) => (
        <MenuGroup key={group.title} {...group} />
      ))}
    </nav>
  )
}

function MenuGroup({ title, items, fold }: LeftMenuGroup) {
  const titleId = useId()
  const counted = items.find(({ count }) => count)?.count
  if (!fold)
    return (
      <>
        <div id={titleId} className="left-menu-title">
          {title}
        </div>
        <MenuLinks items={items} labelledBy={titleId} />
      </>
    )
  return (
    <details open={fold.isOpen} onToggle={({ currentTarget }) => fold.onToggle(currentTarget.open)}>
      <summary className="left-menu-title">
        <span id={titleId}>{title}</span>
        {counted && !fold.isOpen && <Badge hiddenText={counted.hiddenText}>{counted.value}</Badge>}
      </summary>
      <MenuLinks items={items} labelledBy={titleId} />
    </details>
  )
}

interface MenuLinksProps {
  items: readonly LeftMenuItem[]
  labelledBy?: string
}

const MenuLinks = ({ items, labelledBy }: MenuLinksProps) => (
  <ul aria-labelledby={labelledBy}>
    {items.map((item) => (
      <li key={item.href}>
        {item.elsewhere ? (
          <ExternalLink href={item.href} {...item.elsewhere}>
            {item.text}
          </ExternalLink>
        ) : (
          <OwnLink {...item} />
        )}
      </li>
    ))}
  </ul>
)

function OwnLink({ text, href, title, isCurrent, onFollow, count }: LeftMenuItem) {
  return (
    <NavLink href={href} title={title} aria-current={isCurrent ? 'page' : undefined} onClick={onFollow}>
      <span>{text}</span>
      {count && (
        <Badge kind={isCurrent ? 'accent' : 'neutral'} hiddenText={count.hiddenText}>
          {count.value}
        </Badge>
      )}
    </NavLink>
  )
}
