import {
  type AssociationDenialReason,
  changeOwnAssociation,
  changeRequestScreenForm,
  formatScreenDate,
  getRequestByLink,
  type OwnAssociation,
  startsFrom,
} from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { CallError, isVersionConflict } from '#lib/api/call-error.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { TermNote } from '#lib/i18n/term-note.tsx'
import { office } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { draftOf } from './association-draft.ts'
import { AssociationForm } from './association-form.tsx'
import { Done } from './done.tsx'
import { useLinkSecret } from './link-secret.ts'
import { ownDenialTexts } from './own-denials.ts'

/** Opens a request by the link of a letter: to correct it, or to send what the office requested. */
export function EnrolmentCompletePage() {
  const { t } = useTranslation()
  const link = useLinkSecret('pratica')
  const [done, setDone] = useState<Task>()
  const [isLapsed, setLapsed] = useState(false)
  if (isLapsed) return <Lapsed />
  if (done)
    return (
      <Done title={textsOf(t, done).done}>
        <p className="lead-text">{textsOf(t, done).doneText}</p>
      </Done>
    )
  return (
    <div className="enrolment">
      {link === undefined ? (
        <>
          <h1>{t('enrolment.complete.title')}</h1>
          <Alert kind="warning">{t('enrolment.confirm.noLink')}</Alert>
        </>
      ) : (
        <OpenRequest link={link} onDone={setDone} onLapse={() => setLapsed(true)} />
      )}
    </div>
  )
}

/** What the applicant does: send what the office requested, or correct a request that nobody has checked yet. */
type Task = 'complete' | 'correct'
const taskOf = ({ status }: OwnAssociation): Task => (startsFrom('sendDocuments', status) ? 'complete' : 'correct')

const textsOf = (t: TFunction, task: Task) =>
  task === 'complete'
    ? {
        title: t('enrolment.complete.title'),
        text: t('enrolment.complete.text'),
        send: t('enrolment.complete.send'),
        before: t('enrolment.complete.before'),
        done: t('enrolment.complete.done'),
        doneText: t('enrolment.complete.doneText'),
      }
    : {
        title: t('enrolment.correct.title'),
        text: t('enrolment.correct.text'),
        send: t('enrolment.correct.send'),
        before: t('enrolment.correct.before'),
        done: t('enrolment.correct.done'),
        doneText: t('enrolment.correct.doneText'),
      }

interface Props {
  readonly link: string
  readonly onDone: (task: Task) => void
  /** The form was deleted because nobody was in front of it. */
  readonly onLapse: () => void
}

function OpenRequest({ link, ...on }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['enrolment', 'request', link],
    queryFn: () => call(getRequestByLink, { body: { link } }),
    retry: false,
    // What is being typed belongs to the version that was read.
    staleTime: Number.POSITIVE_INFINITY,
    // Nobody finds the request in the tab once the page no longer shows it.
    gcTime: 0,
    meta: { isHandled: true },
  })
  if (data)
    return (
      <>
        <h1>{textsOf(t, taskOf(data)).title}</h1>
        {data.editDenial === null ? (
          <RequestForm request={data} link={link} {...on} />
        ) : (
          <NotNow denial={data.editDenial} isFetching={isFetching} onRetry={() => void refetch()} />
        )}
      </>
    )
  return (
    <>
      <h1>{t('enrolment.complete.title')}</h1>
      {error ? (
        <NotOpened error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton text={t('site.loading')} count={8} />
      )}
    </>
  )
}

interface RetryProps {
  readonly isFetching: boolean
  readonly onRetry: () => void
}

/** Why the request cannot be changed, and where to write; it can be tried again while an operator has it open. */
function NotNow({ denial, isFetching, onRetry }: RetryProps & { readonly denial: AssociationDenialReason }) {
  const { t } = useTranslation()
  return (
    <>
      <Alert kind="info">{ownDenialTexts(t)[denial] ?? t('enrolment.complete.noLink', { phone: office.phone })}</Alert>
      {denial === 'locked' && <Retry isFetching={isFetching} onRetry={onRetry} />}
    </>
  )
}

function Retry({ isFetching, onRetry }: RetryProps) {
  const { t } = useTranslation()
  return (
    <Button variant="secondary" pending={isFetching} pendingText={t('site.loading')} onClick={onRetry}>
      {t('upload.retry')}
    </Button>
  )
}

function NotOpened({ error, ...retry }: RetryProps & { readonly error: Error }) {
  const { t } = useTranslation()
  if (error instanceof CallError && error.status === 404)
    return <Alert kind="danger">{t('enrolment.complete.noLink', { phone: office.phone })}</Alert>
  return (
    <>
      <CallErrorAlert error={error} />
      <Retry {...retry} />
    </>
  )
}

function RequestForm({ request, link, onDone, onLapse }: Props & { readonly request: OwnAssociation }) {
  const { t } = useTranslation()
  const [start] = useState(() => draftOf(request.values))
  const task = taskOf(request)
  const { text, send, before } = textsOf(t, task)
  return (
    <>
      <p className="lead-text">{text}</p>
      <p>{t('enrolment.complete.stored', { number: request.requestNumber, name: request.values.name })}</p>
      {task === 'complete' && <MissingItems request={request} />}
      <AssociationForm
        form={changeRequestScreenForm}
        start={start}
        extra={{ link, version: request.version }}
        send={(wire) => call(changeOwnAssociation, { wire })}
        onSent={() => onDone(task)}
        onLapse={onLapse}
        texts={{
          send,
          sending: t('enrolment.complete.sending'),
          beforeSending: before,
        }}
        reasonOf={(error) => (isVersionConflict(error) ? t('enrolment.complete.conflict') : undefined)}
      />
    </>
  )
}

/** What the office wrote, and until when. */
function MissingItems({ request: { missingItems, dueOn, isLate } }: { readonly request: OwnAssociation }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('enrolment.complete.missing')}>
      {missingItems && (
        <p className="written-text" dir="auto">
          {missingItems}
        </p>
      )}
      {dueOn && (
        <p>
          <span>{t('enrolment.complete.until', { date: formatScreenDate(dueOn) })}</span> <TermNote end={dueOn} />
        </p>
      )}
      {isLate && <Alert kind="warning">{t('enrolment.complete.late')}</Alert>}
    </Panel>
  )
}
/** In place of the form that nobody was in front of: the link in the mail opens it again. */
function Lapsed() {
  const { t } = useTranslation()
  return (
    <article className="reading-column">
      <h1>{t('enrolment.complete.title')}</h1>
      <Alert kind="info" announce="politely">
        <p>{t('report.lapsed')}</p>
        <p>{t('enrolment.confirm.noLink')}</p>
      </Alert>
    </article>
  )
}
