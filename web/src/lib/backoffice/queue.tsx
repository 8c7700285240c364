import type { DueState, PlainDate } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { RowsSkeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icon.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { LoadFailed } from '../api/load-failed.tsx'
import { shortcut } from './desk-keys.ts'
import { DueOn } from './due-on.tsx'

/** A count as the server answers it: 10,000 of more. */
interface CappedCount {
  readonly count: number
  readonly countIsMore?: boolean | undefined
}

/** A count on a tab; nothing is known of it while it loads. */
export const tabCountOf = (found: CappedCount | undefined): string | undefined =>
  found && (found.countIsMore ? `${found.count}+` : `${found.count}`)

/** A record that waits in a queue. */
export interface Queued {
  readonly id: number
  readonly href: string
  readonly name: string
  /** Beside the name. */
  readonly who?: Elements | undefined
  readonly status: Elements
  /** What it is about, and where. */
  readonly about: readonly string[]
  /** The first words that somebody wrote. */
  readonly excerpt?: string | undefined
  /** What the user does next. */
  readonly step: string
  readonly due?: { readonly state: DueState; readonly on: PlainDate } | undefined
}

/** The records of a queue, as what they are reads them. */
export interface QueueSource {
  /** Undefined while they load. */
  readonly rows: readonly Queued[] | undefined
  /** The sentence for a queue without rows: what would be here. */
  readonly emptyText: string
  readonly loadingText: string
  readonly hasFailed: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
  /** Called before a record opens, to remember its neighbours. */
  readonly onOpen?: ((id: number) => void) | undefined
  /** Below the rows: the way to more. */
  readonly foot?: Elements
}

/** The heading of the page, and the button that begins with the first record of the queue. */
export function QueueHead({
  title,
  source: { rows, onOpen },
}: {
  readonly title: string
  readonly source: QueueSource
}) {
  const { t } = useTranslation()
  const first = rows?.[0]
  return (
    <div className="queue-head">
      <h1>{title}</h1>
      {first && (
        <NavLink {...shortcut('open')} className={buttonClass()} href={first.href} onClick={() => onOpen?.(first.id)}>
          {t('queue.begin')}
        </NavLink>
      )}
    </div>
  )
}

/** Records that wait, in order of term: rows of two lines, each a link as a whole. */
export function Queue({ source }: { readonly source: QueueSource }) {
  const { rows, hasFailed, isFetching, refetch, emptyText, loadingText, onOpen, foot } = source
  if (hasFailed) return <LoadFailed isRetrying={isFetching} onRetry={refetch} />
  if (!rows) return <RowsSkeleton text={loadingText} />
  if (rows.length === 0) return <p className="home-none">{emptyText}</p>
  return (
    <>
      <ol className="home-cases">
        {rows.map((row) => (
          <QueueRow key={row.id} row={row} onOpen={onOpen} />
        ))}
      </ol>
      {foot && <div className="queue-foot">{foot}</div>}
    </>
  )
}

function QueueRow({ row, onOpen }: { readonly row: Queued; readonly onOpen: QueueSource['onOpen'] }) {
  const { id, href, name, who, status, about, excerpt, step, due } = row
  return (
    <li>
      <span className="queue-who">
        <NavLink className="stretched-link figures" href={href} onClick={() => onOpen?.(id)}>
          <bdi translate="no">{name}</bdi>
        </NavLink>
        {who}
      </span>
      <span className="queue-due">{due && <DueOn state={due.state} on={due.on} />}</span>
      <span className="queue-about">
        {status}
        <span className="queue-text">
          {about.length > 0 && <strong>{about.join(' · ')}</strong>}
          {excerpt && (
            <span className="home-excerpt written-text" dir="auto">
              {excerpt}
            </span>
          )}
        </span>
      </span>
      <span className="queue-step">
        <span>{step}</span>
        <Icon name="it-chevron-right" size="xs" />
      </span>
    </li>
  )
}
