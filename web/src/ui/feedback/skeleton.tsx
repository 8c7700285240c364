import type { ReactNode } from 'react'

export const countTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Grey shapes for the eye, one sentence for the ear. */
export function Loading({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {text}
      </span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

export interface SkeletonProps {
  /** What is being waited for: 'Caricamento dei casi'. */
  text: string
  count?: number
}

export function CardGridSkeleton({ text, count = 6 }: SkeletonProps) {
  return (
    <Loading text={text}>
      <div className="card-grid">
        {countTo(count).map((card) => (
          <div key={card} className="panel skeleton-card">
            <span className="skeleton skeleton-title" />
            <span className="skeleton" />
            <span className="skeleton" />
            <span className="skeleton skeleton-short" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** Rows of a queue, as tall as its own. */
export function RowsSkeleton({ text, count = 10 }: SkeletonProps) {
  return (
    <Loading text={text}>
      <div className="home-cases">
        {countTo(count).map((row) => (
          <div key={row} className="queue-row">
            <span className="skeleton" />
            <span className="skeleton skeleton-short" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

export function TextSkeleton({ text, count = 4 }: SkeletonProps) {
  return (
    <Loading text={text}>
      <div className="stack">
        {countTo(count).map((line) => (
          <span key={line} className="skeleton" />
        ))}
      </div>
    </Loading>
  )
}
