import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'

interface RecordEvent {
  readonly id: number
  readonly at: Date
}

interface Props<E extends RecordEvent> {
  readonly eventId: number
  readonly history: UseInfiniteQueryResult<InfiniteData<{ readonly rows: readonly E[] }>>
  readonly titleOf: (event: E) => string
  readonly text: string
  /** The page of the record as it is now. */
  readonly back: { readonly text: string; readonly href: string }
}

/** Says after which entry of the history the page shows a record. */
export function PastNote<E extends RecordEvent>({ eventId, history, titleOf, text, back }: Props<E>) {
  const event = history.data?.pages.flatMap(({ rows }) => rows).find(({ id }) => id === eventId)
  return (
    <Alert kind="info">
      <p>
        <span>{text}</span>{' '}
        {event && (
          <>
            <ShowInstant instant={event.at} /> <span>{`${titleOf(event)}.`}</span>{' '}
          </>
        )}
        <NavLink href={back.href}>{back.text}</NavLink>
      </p>
    </Alert>
  )
}
