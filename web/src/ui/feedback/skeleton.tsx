import type { ReactNode } from 'react'

const countTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Grey shapes for the eye, one sentence for the ear. */
function Loading({ text, children }: { text: string; children: ReactNode }) {
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

/** A list page with its filters at the side; rows as tall as the table's own. */
export function ListPageSkeleton({ text, count = 10 }: SkeletonProps) {
  return (
    <Loading text={text}>
      <div className="list-with-filters">
        <div className="panel stack">
          {countTo(4).map((field) => (
            <div key={field}>
              <span className="skeleton skeleton-short mb-2" />
              <span className="skeleton skeleton-field" />
            </div>
          ))}
        </div>
        <div className="data-table-scroll">
          <table className="table data-table">
            <tbody>
              {countTo(count + 1).map((row) => (
                <tr key={row}>
                  <td>
                    <span className="skeleton" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
