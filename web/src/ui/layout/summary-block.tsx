import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { NavLink } from './nav-link.tsx'
import { Panel } from './panel.tsx'

export interface Definition {
  term: string
  value: ReactNode
  /** Long text gets the whole width, under its term. */
  isWide?: boolean | undefined
}

export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className="definitions">
      {items.map(({ term, value, isWide }) => (
        <div key={term} className={classNames('definition', isWide && 'definition-wide')}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export interface SummaryBlockProps {
  title: string
  items: readonly Definition[]
  edit?: { text: string; href: string } | undefined
}

/** The answers of one step, and the way back to change them. */
export function SummaryBlock({ title, items, edit }: SummaryBlockProps) {
  const link = edit && (
    <NavLink href={edit.href} className="no-print">
      {edit.text}
      <span className="visually-hidden">: {title}</span>
    </NavLink>
  )
  return (
    <Panel title={title} actions={link}>
      <DefinitionList items={items} />
    </Panel>
  )
}
