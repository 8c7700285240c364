import type { CaseEvent } from '@portal/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { caseEventsQuery } from '../actions/case-commands.queries.ts'
import { CaseHistoryEntry } from './case-history-entry.tsx'

/** The history of a case, newest first. */
export function CaseHistory({ caseId }: { caseId: number }) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch, ...earlier } = useInfiniteQuery(caseEventsQuery(caseId))
  return (
    <Panel title={t('caseHistory.title')}>
      {data && <Entries caseId={caseId} entries={data.pages.flatMap(({ rows }) => rows)} />}
      {data && earlier.hasNextPage && (
        <>
          {earlier.isFetchNextPageError && (
            <Alert kind="danger" announce="now">
              {t('caseHistory.earlierFailed')}
            </Alert>
          )}
          <Button
            variant="secondary"
            pending={earlier.isFetchingNextPage}
            pendingText={t('caseHistory.earlierLoading')}
            onClick={() => earlier.fetchNextPage()}
          >
            {t('caseHistory.earlier')}
          </Button>
        </>
      )}
      {!data && isError && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!(data || isError) && <TextSkeleton text={t('caseHistory.loading')} count={8} />}
    </Panel>
  )
}

interface EntriesProps {
  readonly caseId: number
  readonly entries: readonly CaseEvent[]
}

/** Moves the focus to the first of the earlier entries that the user requested. */
function Entries({ caseId, entries }: EntriesProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const oldest = useRef(entries.at(-1)?.id)
  useEffect(() => {
    const at = entries.findIndex(({ id }) => id === oldest.current)
    const first = at < 0 ? undefined : list.current?.children[at + 1]
    if (first instanceof HTMLElement) first.focus()
    oldest.current = entries.at(-1)?.id
  }, [entries])
  if (entries.length === 0) return <p>{t('caseHistory.none')}</p>
  return (
    <ol ref={list} className="timeline">
      {entries.map((event) => (
        <li key={event.id} tabIndex={-1}>
          <CaseHistoryEntry caseId={caseId} event={event} />
        </li>
      ))}
    </ol>
  )
}
