import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
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
}

/** Facts under their heading. */
export function SummaryBlock({ title, items }: SummaryBlockProps) {
  return (
    <Panel title={title}>
      <DefinitionList items={items} />
    </Panel>
  )
}
