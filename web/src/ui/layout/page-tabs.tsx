import { useRef } from 'react'
import { Badge } from '../badge.tsx'
import type { Elements } from '../elements.tsx'
import { NavLink } from './nav-link.tsx'
import { useTabInView } from './use-tab-in-view.ts'

export interface PageTab {
  readonly href: string
  readonly text: string
  readonly isCurrent: boolean
  readonly count?: string | undefined
}

interface Props {
  readonly label: string
  readonly tabs: readonly PageTab[]
  /** After the tabs, in their line. */
  readonly children?: Elements
}

/** Links between pages that show parts of one thing, drawn as tabs. */
export function PageTabs({ label, tabs, children }: Props) {
  const list = useRef<HTMLElement>(null)
  useTabInView(list, ...tabs.flatMap(({ href, text, isCurrent, count }) => [isCurrent && href, text, count]))
  return (
    <nav ref={list} aria-label={label} className="tab-list">
      {tabs.map(({ href, text, isCurrent, count }) => (
        <NavLink key={href} className="tab" href={href} aria-current={isCurrent ? 'page' : undefined}>
          <bdi>{text}</bdi>
          {count !== undefined && ' '}
          {count !== undefined && <Badge>{count}</Badge>}
        </NavLink>
      ))}
      {children}
    </nav>
  )
}
