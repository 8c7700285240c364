import type { ReactNode } from 'react'
import { NavLink } from './nav-link.tsx'

export interface BreadcrumbProps {
  label: string
  /** From the start down to the page before this one. */
  trail: readonly { text: string; href: string }[]
  current: ReactNode
}

export function Breadcrumb({ label, trail, current }: BreadcrumbProps) {
  return (
    <nav className="breadcrumb-container" aria-label={label}>
      <ol className="breadcrumb">
        {trail.map(({ text, href }) => (
          <li key={href} className="breadcrumb-item">
            <NavLink href={href}>{text}</NavLink>
            <span className="separator" aria-hidden="true">
              /
            </span>
          </li>
        ))}
        <li className="breadcrumb-item active" aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  )
}
