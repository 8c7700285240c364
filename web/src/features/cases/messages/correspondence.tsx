import { type CaseDetail, type Correspondence, takesMessages } from '@portal/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { useBadges } from '#lib/backoffice/badges.ts'
import { WithEarlier } from '#lib/messages/earlier-messages.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { caseQuery, correspondenceQuery, earlierCorrespondence } from '../cases.queries.ts'
import { Reminders } from './reminders.tsx'
import { UnsentMessage, whyOffId } from './reply-form.tsx'
import { StreamEntry, timeOf, toStream } from './stream.tsx'
import { WriteBox } from './write-box.tsx'

interface PanelProps {
  readonly caseId: number
  /** While hidden, nothing is fetched: fetching marks messages as read. */
  readonly isShown: boolean
}

/** The query calls it with the page alone. */
const newestStream = (page: Correspondence) => toStream(page)

/** All that was written and done about a case, in time order, and the box to answer; new entries appear while it is open. */
export function CaseCorrespondence({ caseId, isShown }: PanelProps) {
  const { t } = useTranslation()
  const query = useQuery({ ...correspondenceQuery(caseId), enabled: isShown })
  const stream = useQuery({ ...correspondenceQuery(caseId), enabled: false, select: newestStream }).data
  const { data, error, isFetching, refetch } = query
  const record = useQuery({ ...caseQuery(caseId), enabled: false }).data
  useOnNotice(() => {
    if (isShown) void refetch()
  })
  useReadMark(caseId, data)
  return (
    <Panel title={t('cases.messages.title')}>
      {data && <Reminders caseId={caseId} reminders={data.reminders} canAdd={data.canComment} />}
      {data && stream && (
        <WithEarlier
          key={caseId}
          newest={stream}
          placeOf={timeOf}
          loadEarlier={async ({ at }) => toStream(await earlierCorrespondence(caseId, at), at)}
          texts={{
            show: t('cases.messages.earlier.show'),
            loading: t('cases.messages.earlier.loading'),
            failed: t('cases.messages.earlier.failed'),
          }}
        >
          {(entries) =>
            entries.length === 0 ? (
              <p>{t('cases.messages.none')}</p>
            ) : (
              <ol className="message-list">
                {entries.map((entry) => (
                  <StreamEntry key={entry.key} entry={entry} caseId={caseId} canNoteCall={data.canNoteCall} />
                ))}
              </ol>
            )
          }
        </WithEarlier>
      )}
      {data && <WriteBox caseId={caseId} {...data} />}
      {data && !data.canWrite && (
        <>
          <p id={whyOffId}>{t(`cases.messages.off.${whyOff(data, record)}`)}</p>
          <UnsentMessage caseId={caseId} />
        </>
      )}
      {!data && error && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!(data || error) && <TextSkeleton text={t('cases.messages.loading')} count={4} />}
    </Panel>
  )
}

/** Why no message can be written, as far as the case shows it. */
function whyOff({ hasReader, byMail }: Correspondence, record: CaseDetail | undefined) {
  if (!(hasReader || byMail)) return 'noReader'
  if (record?.pseudonymisedAt) return 'erased'
  return record && !takesMessages(record.status) ? 'closed' : 'notYours'
}

/** Takes the count of unread messages off the case once its assignee has read them; a manager's view does not count. */
function useReadMark(caseId: number, data: Correspondence | undefined) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (data?.messages.every(({ from, readAt }) => from === 'office' || readAt))
      queryClient.setQueryData(caseQuery(caseId).queryKey, (record) =>
        record && record.unread > 0 ? { ...record, unread: 0 } : record,
      )
  }, [data, caseId, queryClient])
}

/** Calls `onNotice` when the number of notices grows: an answer on a case notifies its assignee. */
function useOnNotice(onNotice: () => void) {
  const notices = useBadges()?.notices
  const seen = useRef(notices)
  const latest = useRef(onNotice)
  latest.current = onNotice
  useEffect(() => {
    const isNew = notices !== undefined && seen.current !== undefined && notices > seen.current
    seen.current = notices
    if (isNew) latest.current()
  }, [notices])
}
