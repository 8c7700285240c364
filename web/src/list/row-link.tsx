import type { ReactNode } from 'react'
import { NavLink } from '#ui/layout/nav-link.tsx'

/** The element that stands for a row: the keyboard goes from one to the next. */
export const rowLinkId = (id: number) => `row-${id}`

/** The link of a row to its record, in the cell that names the row. */
export function RowLink({ id, href, children }: { id: number; href: string; children: ReactNode }) {
  return (
    <NavLink id={rowLinkId(id)} href={href}>
      {children}
    </NavLink>
  )
}
