import { type CaseDetail, type CaseMessage, type CaseMessages, limits, takesMessages } from '@portal/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DiscardButton } from '#form/edit/discard-button.tsx'
import { LongText } from '#form/fields/long-text.tsx'
import { useStoredDraft } from '#form/stored-draft.ts'
import { useFormSession } from '#form/use-form-session.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { useBadges } from '#lib/backoffice/badges.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { WithEarlierMessages } from '#lib/messages/earlier-messages.tsx'
import { PreviewedFiles } from '#record/file-list.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { caseMessagesQuery, caseQuery, earlierMessages, sendMessage } from '../cases.queries.ts'
import { RequestedCall } from './requested-call.tsx'

interface PanelProps {
  readonly caseId: number
  /** While hidden, nothing is fetched: fetching marks messages as read. */
  readonly isShown: boolean
}

const whyOffId = 'case-messages-off'

/** The messages between the office and the reporter of a case; new answers appear while it is open. */
export function CaseMessagesPanel({ caseId, isShown }: PanelProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery({ ...caseMessagesQuery(caseId), enabled: isShown })
  const queryClient = useQueryClient()
  const record = useQuery({ ...caseQuery(caseId), enabled: false }).data
  useOnNotice(() => {
    if (isShown) void refetch()
  })
  useEffect(() => {
    // A message counts as read by the office once its assignee has read it; a manager's view does not count.
    if (data?.messages.every(({ from, readAt }) => from === 'office' || readAt))
      queryClient.setQueryData(caseQuery(caseId).queryKey, (record) =>
        record && record.unread > 0 ? { ...record, unread: 0 } : record,
      )
  }, [data, caseId, queryClient])
  return (
    <Panel title={t('cases.messages.title')}>
      {data && (
        <WithEarlierMessages
          key={caseId}
          newest={data}
          loadEarlier={(before) => earlierMessages(caseId, before)}
          texts={{
            show: t('cases.messages.earlier.show'),
            loading: t('cases.messages.earlier.loading'),
            failed: t('cases.messages.earlier.failed'),
          }}
        >
          {(messages) => <Messages messages={messages} caseId={caseId} canNoteCall={data.canNoteCall} />}
        </WithEarlierMessages>
      )}
      {data?.canWrite && <MessageForm caseId={caseId} tellsByMail={data.tellsByMail} />}
      {data && !data.canWrite && (
        <>
          <WhyOff reason={whyOff(data, record)} />
          <UnsentMessage caseId={caseId} />
        </>
      )}
      {!data && error && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!(data || error) && <TextSkeleton text={t('cases.messages.loading')} count={4} />}
    </Panel>
  )
}

function WhyOff({ reason }: { reason: ReturnType<typeof whyOff> }) {
  const { t } = useTranslation()
  return <p id={whyOffId}>{t(`cases.messages.off.${reason}`)}</p>
}

/** Why no message can be written, as far as the case shows it. */
function whyOff({ hasReader }: CaseMessages, record: CaseDetail | undefined) {
  if (!hasReader) return 'noReader'
  if (record?.pseudonymisedAt) return 'erased'
  return record && !takesMessages(record.status) ? 'closed' : 'notYours'
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

interface Shown {
  readonly caseId: number
  readonly canNoteCall: boolean
}

function Messages({ messages, ...shown }: Shown & { readonly messages: readonly CaseMessage[] }) {
  const { t } = useTranslation()
  if (messages.length === 0) return <p>{t('cases.messages.none')}</p>
  return (
    <ol className="message-list">
      {messages.map((message) => (
        <Message key={message.id} message={message} {...shown} />
      ))}
    </ol>
  )
}

function Message({ message, caseId, canNoteCall }: Shown & { readonly message: CaseMessage }) {
  const { id, from, text, call, sentAt, readAt, files } = message
  const { t } = useTranslation()
  return (
    <li className={from === 'office' ? 'message message-own' : 'message'}>
      <p className="message-head">
        <strong>{t(from === 'office' ? 'cases.messages.office' : 'cases.messages.reporter')}</strong>{' '}
        <ShowInstant instant={sentAt} />
        {readAt && (
          <>
            <span>{` · ${t('cases.messages.read')}`}</span> <ShowInstant instant={readAt} />
          </>
        )}
      </p>
      {call && <RequestedCall caseId={caseId} messageId={id} call={call} canNote={canNoteCall} />}
      {text !== '' && (
        <p className="written-text" dir="auto">
          {text}
        </p>
      )}
      {files.length > 0 && (
        <div>
          <span>{`${t('cases.messages.files')}: `}</span>
          <PreviewedFiles files={files} />
        </div>
      )}
    </li>
  )
}

const empty = { message: '' }
const useMessage = (caseId: number) => useStoredDraft(`case.${caseId}.message`, empty)

/** Shows a draft written before the case was reassigned or closed. */
function UnsentMessage({ caseId }: { caseId: number }) {
  const { t } = useTranslation()
  const { work, isResumed, forget } = useMessage(caseId)
  if (!isResumed) return null
  return (
    <Alert kind="info" title={t('editDrafts.resumed')} announce="politely">
      <p className="written-text" dir="auto">
        {work.message}
      </p>
      <div className="cluster">
        <CopyButton value={work.message} label={t('editLock.copy')} copiedLabel={t('editLock.copied')} />
        <DiscardButton onDiscard={forget} focusId={whyOffId} />
      </div>
    </Alert>
  )
}

interface Sent {
  readonly message: string
  readonly senderKey: string
}

function MessageForm({ caseId, tellsByMail }: { caseId: number; tellsByMail: boolean }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const saved = useMessage(caseId)
  const sending = useMutation({
    meta: { isHandled: true },
    mutationFn: ({ message, senderKey }: Sent) => sendMessage(caseId, message, senderKey),
    onSuccess: (messages, sent) => {
      queryClient.setQueryData(caseMessagesQuery(caseId).queryKey, messages)
      // Text typed while the message was sent belongs to the next message.
      if (sent.senderKey === saved.senderKey) session.restart(empty)
    },
  })
  const session = useFormSession({
    id: 'field-case',
    start: empty,
    saved,
    fields: { message: 'testo' },
    labelOf: () => t('cases.messages.write'),
    check: ({ message }) => ({ message: message.trim() ? undefined : t('messages.campo_obbligatorio') }),
    sending,
    send: ({ message }, { senderKey }) => sending.mutate({ message, senderKey }),
  })
  return (
    <form {...session.form}>
      <ErrorSummary {...session.summary} />
      {saved.isResumed && (
        <Alert kind="info" announce="politely">
          {t('editDrafts.resumed')}
        </Alert>
      )}
      <LongText
        {...session.field('message')}
        hint={t(tellsByMail ? 'cases.messages.tellsByMail' : 'cases.messages.tellsNobody')}
        required
        rows={4}
        limit={limits.narrativeCodePoints}
      />
      <CallErrorAlert title={t('cases.messages.failed')} error={session.callError} />
      <Button type="submit" pending={session.isPending} pendingText={t('cases.messages.sending')}>
        {t('cases.messages.send')}
      </Button>
      <UnsavedChanges hasChanges={session.hasChanges} onLeave={saved.forget} />
    </form>
  )
}
