import {
  changeOwnAssociation,
  changeRequestForm,
  formatScreenDate,
  getRequestByLink,
  type OwnAssociation,
} from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
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

/** Completes a request, by the link that the office sent when something was missing. */
export function EnrolmentCompletePage() {
  const { t } = useTranslation()
  const link = useLinkSecret('pratica')
  const [isDone, setDone] = useState(false)
  const [isLapsed, setLapsed] = useState(false)
  if (isLapsed) return <Lapsed />
  if (isDone)
    return (
      <Done title={t('enrolment.complete.done')}>
        <p className="lead-text">{t('enrolment.complete.doneText')}</p>
      </Done>
    )
  return (
    <div className="enrolment">
      <h1>{t('enrolment.complete.title')}</h1>
      {link === undefined ? (
        <Alert kind="warning">{t('enrolment.confirm.noLink')}</Alert>
      ) : (
        <OpenRequest link={link} onDone={() => setDone(true)} onLapse={() => setLapsed(true)} />
      )}
    </div>
  )
}

interface Props {
  readonly link: string
  readonly onDone: () => void
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
  if (data) return <RequestForm request={data} link={link} {...on} />
  if (!error) return <TextSkeleton text={t('site.loading')} count={8} />
  if (error instanceof CallError && error.status === 404)
    return <Alert kind="danger">{t('enrolment.complete.noLink', { phone: office.phone })}</Alert>
  return (
    <>
      <CallErrorAlert error={error} />
      <Button variant="secondary" pending={isFetching} pendingText={t('site.loading')} onClick={() => void refetch()}>
        {t('upload.retry')}
      </Button>
    </>
  )
}

function RequestForm({ request, link, onDone, onLapse }: Props & { readonly request: OwnAssociation }) {
  const { t } = useTranslation()
  const [start] = useState(() => draftOf(request.values))
  return (
    <>
      <p className="lead-text">{t('enrolment.complete.text')}</p>
      <p>{t('enrolment.complete.stored', { number: request.requestNumber, name: request.values.name })}</p>
      <MissingItems request={request} />
      <AssociationForm
        form={changeRequestForm}
        start={start}
        extra={{ link, version: request.version }}
        send={(wire) => call(changeOwnAssociation, { wire })}
        onSent={onDone}
        onLapse={onLapse}
        texts={{
          send: t('enrolment.complete.send'),
          sending: t('enrolment.complete.sending'),
          beforeSending: t('enrolment.complete.before'),
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
