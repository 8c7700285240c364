import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { LoadFailed } from '../api/load-failed.tsx'

interface Row {
  readonly id: number
}

interface TimelineProps<R extends Row> {
  readonly texts: Readonly<Record<'loading' | 'earlier' | 'earlierLoading' | 'earlierFailed', string>> & {
    readonly none?: string
  }
  readonly query: UseInfiniteQueryResult<{ readonly pages: readonly { readonly rows: readonly R[] }[] }>
  readonly renderEntry: (row: R) => ReactNode
}

/** What happened to a record, newest first, with earlier entries on request. */
export function Timeline<R extends Row>({ texts, query, renderEntry }: TimelineProps<R>) {
  const { data, isError, isFetching, refetch, ...earlier } = query
  if (!data)
    return isError ? (
      <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
    ) : (
      <TextSkeleton text={texts.loading} count={8} />
    )
  const rows = data.pages.flatMap((page) => page.rows)
  return (
    <>
      {rows.length === 0 ? <p>{texts.none}</p> : <Entries rows={rows} renderEntry={renderEntry} />}
      {earlier.hasNextPage && (
        <>
          {earlier.isFetchNextPageError && (
            <Alert kind="danger" announce="now">
              {texts.earlierFailed}
            </Alert>
          )}
          <Button
            variant="secondary"
            pending={earlier.isFetchingNextPage}
            pendingText={texts.earlierLoading}
            onClick={() => earlier.fetchNextPage()}
          >
            {texts.earlier}
          </Button>
        </>
      )}
    </>
  )
}

interface Props<R extends Row> extends Omit<TimelineProps<R>, 'texts'> {
  readonly texts: { readonly title: string; readonly loading: string; readonly none: string }
}

/** The same in a card of the office. */
export function PagedTimeline<R extends Row>({ texts: { title, ...texts }, ...timeline }: Props<R>) {
  const { t } = useTranslation()
  const earlier = {
    earlier: t('caseHistory.earlier'),
    earlierLoading: t('caseHistory.earlierLoading'),
    earlierFailed: t('caseHistory.earlierFailed'),
  }
  return (
    <Panel title={title}>
      <Timeline {...timeline} texts={{ ...texts, ...earlier }} />
    </Panel>
  )
}

/** Moves the focus to the first of the earlier entries that the user requested. */
function Entries<R extends Row>({ rows, renderEntry }: { rows: readonly R[] } & Pick<TimelineProps<R>, 'renderEntry'>) {
  const list = useRef<HTMLOListElement>(null)
  const oldest = useRef(rows.at(-1)?.id)
  useEffect(() => {
    const at = rows.findIndex(({ id }) => id === oldest.current)
    const first = at < 0 ? undefined : list.current?.children[at + 1]
    if (first instanceof HTMLElement) first.focus()
    oldest.current = rows.at(-1)?.id
  }, [rows])
  return (
    <ol ref={list} className="timeline">
      {rows.map((row) => (
        <li key={row.id} tabIndex={-1}>
          {renderEntry(row)}
        </li>
      ))}
    </ol>
  )
}
