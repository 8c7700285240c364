import { useTranslation } from 'react-i18next'
import { classNames } from '#ui/class-names.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'

/** A part of a list, or a saved view of it. */
export interface ListTab {
  readonly href: string
  readonly text: string
  readonly isCurrent: boolean
  /** How many rows it opens; undefined where that is not counted, or not yet. */
  readonly count?: { readonly count: number; readonly countIsMore?: boolean | undefined } | undefined
}

/** The parts of a list as tabs with their counts; they are links, each with the address of what it shows. */
export function ListTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly ListTab[] }) {
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
    </nav>
  )
}
