import { Badge } from '../badge.tsx'
import { ExternalLink } from './external-link.tsx'
import { NavLink } from './nav-link.tsx'

export interface LeftMenuItem {
  text: string
  href: string
  isCurrent?: boolean | undefined
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
      <ul>
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
    </nav>
  )
}

function OwnLink({ text, href, isCurrent, count }: LeftMenuItem) {
  return (
    <NavLink href={href} aria-current={isCurrent ? 'page' : undefined}>
      <span>{text}</span>
      {count && (
        <Badge kind={isCurrent ? 'accent' : 'neutral'} hiddenText={count.hiddenText}>
          {count.value}
        </Badge>
      )}
    </NavLink>
  )
}
