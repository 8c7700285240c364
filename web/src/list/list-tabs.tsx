import { useTranslation } from 'react-i18next'
import { classNames } from '#ui/class-names.ts'
import type { Elements } from '#ui/elements.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'

/** A part of a list, or a saved view of it. */
export interface ListTab {
  readonly href: string
  readonly text: string
  readonly isCurrent: boolean
  /** How many rows it opens; undefined where that is not counted, or not yet. */
  readonly count?: { readonly count: number; readonly countIsMore?: boolean | undefined } | undefined
}

interface Props {
  readonly label: string
  readonly tabs: readonly ListTab[]
  /** After the tabs, in their line. */
  readonly children?: Elements
}

/** The parts of a list as tabs with their counts; they are links, each with the address of what it shows. */
export function ListTabs({ label, tabs, children }: Props) {
  const { t } = useTranslation()
  return (
    <nav className="list-parts" aria-label={label}>
      {tabs.map(({ href, text, isCurrent, count }) => (
        <NavLink
          key={href}
          className={classNames('list-part', isCurrent && 'list-part-current')}
          aria-current={isCurrent ? 'page' : undefined}
          href={href}
        >
          <bdi>{text}</bdi>{' '}
          <span className="list-part-count figures">
            {count && t(count.countIsMore ? 'list.tabs.more' : 'desk.number', { number: count.count })}
          </span>
        </NavLink>
      ))}
      <span className="list-parts-end" role="status">
        {children}
      </span>
    </nav>
  )
}
