import type { AuditEntry } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { listHref } from '#list/list-address.ts'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { EmptyState } from '#ui/layout/panel.tsx'
import { type RecordRef, timelineQuery } from './audit.queries.ts'
import { auditSource } from './audit-list.ts'
import { actionText, actorText, fieldText, hasOpenedFields } from './audit-texts.ts'
import { ChainMark, OutcomeChip } from './entry-marks.tsx'

/** Who looked at a record or changed it, newest first. */
export function RecordTimeline(record: RecordRef) {
  const { t } = useTranslation()
  const { data: page, isError, isFetching, refetch } = useQuery(timelineQuery(record))
  if (!page && isError) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  if (!page) return <TextSkeleton text={t('site.loading')} count={8} />
  if (page.rows.length === 0)
    return <EmptyState title={t('auditPage.timeline.none')}>{t('auditPage.timeline.noneText')}</EmptyState>
  return (
    <>
      <ol className="timeline">
        {page.rows.map((entry) => (
          <li key={entry.id}>
            <TimelineEntry entry={entry} />
          </li>
        ))}
      </ol>
      <p>
        <NavLink href={listHref(auditSource, { filters: record })}>
          {t('auditPage.timeline.all', { count: page.count })}
        </NavLink>
      </p>
    </>
  )
}

function TimelineEntry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const { at, role, action, outcome, changedFields, isChained } = entry
  return (
    <>
      <p className="timeline-head">
        <ShowInstant instant={at} isToTheSecond /> <strong>{actionText(t, action)}</strong>
        {outcome === 'refused' && <OutcomeChip outcome={outcome} />}
      </p>
      <p className="timeline-who">
        <span>{actorText(t, entry)}</span>
        {role && <span>{` · ${t(`roles.${role}`)}`}</span>}
        <span> · </span>
        <ChainMark isChained={isChained} />
      </p>
      {changedFields.length > 0 && (
        <details>
          <summary>
            {t(hasOpenedFields(entry) ? 'auditPage.timeline.openedFields' : 'auditPage.timeline.fields', {
              count: changedFields.length,
            })}
          </summary>
          <span>{changedFields.map((field) => fieldText(t, field)).join(', ')}</span>
        </details>
      )}
    </>
  )
}
