import { NavLink } from './nav-link.tsx'

interface Props {
  readonly label: string
  readonly tabs: readonly { readonly href: string; readonly text: string; readonly isCurrent: boolean }[]
}

/** Links between pages that show parts of one thing, drawn as tabs. */
export function PageTabs({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className="tab-list">
      {tabs.map(({ href, text, isCurrent }) => (
        <NavLink key={href} className="tab" href={href} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
