import { createContext, type ReactNode, useContext, useId } from 'react'
import type { Elements } from '../elements.tsx'
import { NavLink } from './nav-link.tsx'

type Level = 2 | 3 | 4

export interface PanelProps {
  title: string
  level?: Level | undefined
  actions?: Elements
  children: Elements
}

/** Id of the heading of what panels are about, where a page has panels of the same title for several things. */
export const PanelSubject = createContext<string | undefined>(undefined)

/** A group of things that belong together, under its own heading. */
export function Panel({ title, level = 2, actions, children }: PanelProps) {
  const titleId = useId()
  const subjectId = useContext(PanelSubject)
  const Heading = `h${level}` as const
  return (
    <section className="panel" aria-labelledby={subjectId ? `${titleId} ${subjectId}` : titleId}>
      <div className="panel-head">
        <Heading id={titleId} className="panel-title">
          {title}
        </Heading>
        {actions}
      </div>
      {children}
    </section>
  )
}

export interface LinkCardProps {
  title: string
  href: string
  level?: Level | undefined
  meta?: ReactNode
  children?: Elements
}

/** One item of a `.card-grid`; the whole card is the link's target, its title the link's name. */
export function LinkCard({ title, href, level = 3, meta, children }: LinkCardProps) {
  const Heading = `h${level}` as const
  return (
    <article className="panel panel-link">
      <Heading className="panel-title">
        <NavLink href={href} className="stretched-link">
          {title}
        </NavLink>
      </Heading>
      {meta && <p className="panel-meta">{meta}</p>}
      {children}
    </article>
  )
}

export interface EmptyStateProps {
  title: string
  /** What would be here, and what to do next. */
  children: string | Elements
}

export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <h2>{title}</h2>
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  )
}
