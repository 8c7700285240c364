import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PagedTimeline } from '#lib/backoffice/paged-timeline.tsx'
import { caseEventsQuery } from '../actions/case-commands.queries.ts'
import { CaseHistoryEntry } from './case-history-entry.tsx'

/** The history of a case, newest first. */
export function CaseHistory({ caseId }: { caseId: number }) {
  const { t } = useTranslation()
  return (
    <PagedTimeline
      texts={{ title: t('caseHistory.title'), loading: t('caseHistory.loading'), none: t('caseHistory.none') }}
      query={useInfiniteQuery(caseEventsQuery(caseId))}
      renderEntry={(event) => <CaseHistoryEntry caseId={caseId} event={event} />}
    />
  )
}
