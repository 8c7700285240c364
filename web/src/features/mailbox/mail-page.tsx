import { paths, type ReceivedMail } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { CallError } from '#lib/api/call-error.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { formatInstant, listText, ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { Badge } from '#ui/badge.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { EmptyState, Panel } from '#ui/layout/panel.tsx'
import { type Definition, SummaryBlock } from '#ui/layout/summary-block.tsx'
import { MailActions } from './mail-actions.tsx'
import { mailQuery } from './mailbox.queries.ts'

/** A received mail: who says to have written it, its text, and what becomes of it. */
export function MailPage() {
  const { t } = useTranslation()
  const { id = 0 } = useSiteSearch()
  const isId = id > 0
  const { data: mail, error, isFetching, refetch } = useQuery({ ...mailQuery(id), enabled: isId })
  const isMissing = !isId || (error instanceof CallError && [400, 403, 404].includes(error.status))
  const title = mail ? mail.subject || t('mailbox.noSubject') : t('mailbox.detail')
  return (
    <>
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t('mailbox.title'), href: siteHref(paths.receivedMailList) }]}
        // The heading has the subject, which may be long.
        current={t('mailbox.detail')}
      />
      <div className="case-head">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {mail && <Badge>{t(`mailbox.states.${mail.state}`)}</Badge>}
        {mail?.isCertified && <Badge kind="accent">{t('mailbox.certified')}</Badge>}
      </div>
      {mail && <Content mail={mail} />}
      {!mail && isMissing && (
        <EmptyState title={t('mailbox.notFound')}>
          <NavLink href={siteHref(paths.receivedMailList)}>{t('mailbox.toList')}</NavLink>
        </EmptyState>
      )}
      {!(mail || isMissing) && error && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!(mail || isMissing || error) && <TextSkeleton text={t('site.loading')} count={10} />}
    </>
  )
}

function Content({ mail }: { readonly mail: ReceivedMail }) {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <KindNote mail={mail} />
      <MailActions mail={mail} />
      <SummaryBlock title={t('mailbox.facts')} items={factsOf(t, mail)} />
      {mail.text && (
        <Panel title={t('mailbox.text')}>
          <p className="written-text" dir="auto">
            {mail.text}
          </p>
          {mail.isCut && <p>{t('mailbox.isCut')}</p>}
        </Panel>
      )}
    </div>
  )
}

/** What is particular to a kind of mail, such as that it was too large to fetch. */
function KindNote({ mail: { kind, delivery, deliveryReason } }: { readonly mail: ReceivedMail }) {
  const { t } = useTranslation()
  if (kind === 'message') return null
  return (
    <Alert kind="info">
      <p>{t(`mailbox.kindNotes.${kind}`)}</p>
      {delivery && (
        <p>
          <span>{t(`mailbox.delivery.${delivery}`)}</span>{' '}
          {deliveryReason && <span>{t(`mailbox.deliveryReasons.${deliveryReason}`)}</span>}
        </p>
      )}
    </Alert>
  )
}

function factsOf(t: TFunction, mail: ReceivedMail): Definition[] {
  const { senderName, sender, receivedAt, certifiedSender, certifiedAt, fileNames, case: found } = mail
  const { dismissal, decidedAt, decidedBy } = mail
  const items: Definition[] = [
    {
      term: t('mailbox.columns.sender'),
      value: <bdi>{[senderName, sender && `<${sender}>`].filter(Boolean).join(' ')}</bdi>,
    },
    { term: t('mailbox.columns.receivedAt'), value: <ShowInstant instant={receivedAt} /> },
  ]
  if (certifiedSender !== undefined)
    items.push({
      term: t('mailbox.certified'),
      value: t('mailbox.certifiedText', {
        sender: certifiedSender,
        at: certifiedAt ? formatInstant(certifiedAt) : '–',
      }),
    })
  if (fileNames.length > 0)
    items.push({
      term: t('mailbox.columns.files'),
      value: (
        <bdi>
          {listText(
            fileNames.map(({ name }) => name),
            'it',
          )}
        </bdi>
      ),
    })
  if (found)
    items.push({
      term: t('mailbox.columns.case'),
      value: <NavLink href={siteHref(paths.caseDetail, { id: found.id })}>{found.code}</NavLink>,
    })
  if (dismissal !== undefined) items.push({ term: t('mailbox.dismissal'), value: dismissal })
  if (decidedAt && decidedBy)
    items.push({
      term: t('mailbox.decided'),
      value: t('mailbox.decidedText', { by: decidedBy, at: formatInstant(decidedAt) }),
    })
  return items
}
