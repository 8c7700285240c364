import type {
  CaseComment,
  CaseDocument,
  CaseEvent,
  CaseReminder,
  Correspondence,
  OfficeMessage,
} from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { ShowDate, ShowInstant } from '#lib/i18n/format.tsx'
import type { Entries } from '#lib/messages/earlier-messages.tsx'
import { PreviewedFiles } from '#record/file-list.tsx'
import { DocumentFacts } from '../documents/document-facts.tsx'
import { CaseHistoryEntry } from '../history/case-history.tsx'
import { MessageMail } from './message-mail.tsx'
import { RequestedCall } from './requested-call.tsx'

/** An entry of the correspondence of a case. */
export type StreamedEntry = { readonly key: string; readonly at: Date } & (
  | { readonly message: OfficeMessage }
  | { readonly comment: CaseComment }
  | { readonly done: CaseReminder }
  | { readonly document: CaseDocument }
  | { readonly performed: CaseEvent }
)

export const timeOf = ({ at }: StreamedEntry) => at.getTime()

/** A page of the correspondence as one stream, oldest first; `before` is where the page after it begins. */
export function toStream(page: Correspondence, before?: Date): Entries<StreamedEntry> {
  const { messages, comments, documents, performed, reminders, hasEarlier } = page
  const paged: StreamedEntry[] = [
    ...messages.map((message) => ({ key: `message-${message.id}`, at: message.sentAt, message })),
    ...comments.map((comment) => ({ key: `comment-${comment.id}`, at: comment.at, comment })),
    ...documents.map((document) => ({ key: document.file.id, at: document.addedAt, document })),
    ...performed.map((event) => ({ key: `event-${event.id}`, at: event.at, performed: event })),
  ].sort((one, other) => timeOf(one) - timeOf(other))
  const since = hasEarlier ? paged[0]?.at : undefined
  // All reminders come with every page; each has its place on one of them.
  const done = reminders.flatMap((reminder): StreamedEntry[] =>
    reminder.doneAt ? [{ key: `reminder-${reminder.id}`, at: reminder.doneAt, done: reminder }] : [],
  )
  const own = done.filter(({ at }) => (since === undefined || at >= since) && (before === undefined || at < before))
  return { rows: [...paged, ...own].sort((one, other) => timeOf(one) - timeOf(other)), hasEarlier }
}

interface Props {
  readonly entry: StreamedEntry
  readonly caseId: number
  readonly canNoteCall: boolean
}

export function StreamEntry({ entry, caseId, canNoteCall }: Props) {
  if ('message' in entry) return <Message message={entry.message} caseId={caseId} canNoteCall={canNoteCall} />
  if ('comment' in entry) return <Comment comment={entry.comment} />
  if ('done' in entry) return <DoneReminder reminder={entry.done} />
  if ('document' in entry) return <Document document={entry.document} />
  return (
    <li className="message message-act">
      <CaseHistoryEntry caseId={caseId} event={entry.performed} />
    </li>
  )
}

function Message({ message, caseId, canNoteCall }: Omit<Props, 'entry'> & { readonly message: OfficeMessage }) {
  const { id, from, by, text, call, sentAt, readAt, files } = message
  const { t } = useTranslation()
  return (
    <li className={from === 'office' ? 'message message-own' : 'message'}>
      <p className="message-head">
        <strong>{t(from === 'office' ? 'cases.messages.office' : 'cases.messages.reporter')}</strong>
        <Author name={by} /> <ShowInstant instant={sentAt} />
        {readAt && (
          <>
            <span>{` · ${t('cases.messages.read')}`}</span> <ShowInstant instant={readAt} />
          </>
        )}
      </p>
      <MessageMail message={message} />
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

/** What a colleague wrote for the office; the reporter does not see it. */
function Comment({ comment: { at, by, text } }: { comment: CaseComment }) {
  const { t } = useTranslation()
  return (
    <li className="message message-comment">
      <p className="message-head">
        <strong>{t('comments.title')}</strong>
        <Author name={by} /> <ShowInstant instant={at} />
      </p>
      <p className="written-text" dir="auto">
        {text}
      </p>
    </li>
  )
}

/** The operator who wrote an entry; nothing for the reporter. */
function Author({ name }: { readonly name: string | undefined }) {
  if (!name) return null
  return (
    <>
      <span> · </span>
      <bdi>{name}</bdi>
    </>
  )
}

/** A reminder that is done, at the time when it was. */
function DoneReminder({ reminder: { dueOn, text, doneAt } }: { reminder: CaseReminder }) {
  const { t } = useTranslation()
  return (
    <li className="message message-act">
      <p>
        <strong>{t('reminders.wasDone')}</strong> {doneAt && <ShowInstant instant={doneAt} />}
        <span> · </span>
        <bdi>{text}</bdi> <span>{t('reminders.for')}</span> <ShowDate date={dueOn} />
      </p>
    </li>
  )
}

/** A document that the office added; the reporter does not see it. */
function Document({ document }: { document: CaseDocument }) {
  const { t } = useTranslation()
  const { data: lists } = useQuery(bundleQuery())
  return (
    <li className="message message-act">
      <p className="message-head">
        <strong>{t('cases.messages.document')}</strong>
      </p>
      <DocumentFacts document={document} lists={lists}>
        <PreviewedFiles files={[document.file]} />
      </DocumentFacts>
    </li>
  )
}
