import { getRightsArchive, paths, type RightsCounts, type RightsDetail } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { pathOf } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icon.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { EmptyState, Panel } from '#ui/layout/panel.tsx'
import { type Definition, SummaryBlock } from '#ui/layout/summary-block.tsx'
import { rightsQuery, useFollowedRights } from './rights.queries.ts'
import { RightsActions } from './rights-actions.tsx'
import { RightsStatusChip } from './rights-status-chip.tsx'

/** A request about a person's own data: what was found, who decides, what came of it. */
export function RightsPage() {
  const { t } = useTranslation()
  const { id: requestId = 0 } = useSiteSearch()
  const isId = requestId > 0
  const { data: request, error, isFetching, refetch } = useQuery({ ...rightsQuery(requestId), enabled: isId })
  useFollowedRights(request)
  const isMissing = !isId || (error instanceof CallError && [400, 403, 404].includes(error.status))
  return (
    <>
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t('rightsPage.title'), href: siteHref(paths.rightsList) }]}
        current={t('rightsPage.number', { id: isId ? requestId : '–' })}
      />
      <div className="case-head">
        <h1>{t('rightsPage.detail')}</h1>
        {request && <RightsStatusChip status={request.status} />}
      </div>
      {request && <Content request={request} />}
      {!request && isMissing && <NoRequest />}
      {!(request || isMissing) && error && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!(request || isMissing || error) && <TextSkeleton text={t('site.loading')} count={10} />}
    </>
  )
}

function NoRequest() {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('rightsPage.notFound')}>
      <NavLink href={siteHref(paths.rightsList)}>{t('rightsPage.toList')}</NavLink>
    </EmptyState>
  )
}

function Content({ request }: { request: RightsDetail }) {
  return (
    <div className="stack">
      <RightsOutcome request={request} />
      <RequestBlock request={request} />
      <FoundPanel request={request} />
      <RightsActions request={request} />
    </div>
  )
}

function RequestBlock({ request }: { request: RightsDetail }) {
  const { t } = useTranslation()
  const { kind, subject, reason, requestedBy, requestedAt, decidedBy, decidedAt, decisionReason } = request
  const { dueOn, dueState } = request
  const items: Definition[] = [
    { term: t('rightsPage.columns.kind'), value: t(`rights.kinds.${kind}`) },
    { term: t('rightsPage.columns.subject'), value: <bdi dir="ltr">{subject ?? t('rightsPage.gone')}</bdi> },
    { term: t('rightsPage.fields.reason'), value: reason ?? t('rightsPage.gone') },
    { term: t('rightsPage.columns.requestedBy'), value: requestedBy },
    { term: t('rightsPage.columns.requestedAt'), value: <ShowInstant instant={requestedAt} /> },
  ]
  if (dueOn && dueState)
    items.push({
      term: t('rightsPage.columns.dueOn'),
      value: (
        <>
          <DueOn state={dueState} on={dueOn} />
          <span className="cell-note">{t('rightsPage.dueText')}</span>
        </>
      ),
    })
  if (decidedAt)
    items.push(
      { term: t('rightsPage.columns.decidedBy'), value: decidedBy ?? '–' },
      { term: t('rightsPage.decidedAt'), value: <ShowInstant instant={decidedAt} /> },
      { term: t('rightsPage.decision.reason'), value: decisionReason ?? t('rightsPage.gone') },
    )
  return <SummaryBlock title={t('rightsPage.request')} items={items} />
}

/** The records about the person, for the operator who decides: how many and which, without their content. */
export function FoundPanel({ request: { reports, users, records } }: { request: RightsDetail }) {
  const { t } = useTranslation()
  const isHidden = reports === undefined
  return (
    <Panel title={t('rightsPage.found.title')}>
      {isHidden && <p>{t('rightsPage.found.hidden')}</p>}
      {!(isHidden || reports.length || users || records) && <p>{t('rightsPage.found.nothing')}</p>}
      {!isHidden && reports.length > 0 && (
        <ul className="plain-list">
          {reports.map(({ id, code, status, isOpen }) => (
            <li key={id} className="cluster">
              <NavLink href={siteHref(paths.caseDetail, { id })}>
                <bdi dir="ltr" translate="no">
                  {code}
                </bdi>
              </NavLink>
              <span>{t(`caseStatuses.${status}`)}</span>
              {isOpen && <Badge kind="accent">{t('rightsPage.found.open')}</Badge>}
            </li>
          ))}
        </ul>
      )}
      {!!users && <p>{t('rightsPage.found.users', { count: users })}</p>}
      {!!records && <p>{t('rightsPage.found.records', { count: records })}</p>}
    </Panel>
  )
}

/** Where the request stands: under way, done with what came of it, failed, refused. */
function RightsOutcome({ request }: { request: RightsDetail }) {
  const { t } = useTranslation()
  const { status, kind } = request
  return (
    <div role="status">
      {status === 'approved' && <Alert kind="info">{t(`rightsPage.underWay.${kind}`)}</Alert>}
      {status === 'failed' && <Alert kind="danger">{t('rightsPage.outcome.failed')}</Alert>}
      {status === 'done' && (kind === 'export' ? <Archive request={request} /> : <Erased request={request} />)}
    </div>
  )
}

type Counted = keyof RightsCounts

/** '2 segnalazioni, 3 mail': what has no number in it is left out. */
const countsText = (t: TFunction, counts: RightsCounts, counted: readonly Counted[]) =>
  counted
    .filter((name) => counts[name] > 0)
    .map((name) => t(`rightsPage.counts.${name}`, { count: counts[name] }))
    .join(', ') || t('rightsPage.counts.nothing')

const exported = ['reports', 'users', 'mails', 'auditEntries'] as const
const erased = ['reports', 'mails'] as const

function Archive({ request: { id, counts, archiveUntil } }: { request: RightsDetail }) {
  const { t } = useTranslation()
  if (!archiveUntil) return <Alert kind="info">{t('rightsPage.outcome.archiveGone')}</Alert>
  return (
    <Alert kind="success" title={t('rightsPage.outcome.archiveReady')}>
      {counts && <p>{t('rightsPage.outcome.archiveHolds', { counts: countsText(t, counts, exported) })}</p>}
      <p>
        <span>{t('rightsPage.outcome.archiveUntil')}</span> <ShowInstant instant={archiveUntil} />
        <span>.</span>
      </p>
      <a className={buttonClass()} href={siteHref(pathOf(getRightsArchive, { id }))} download>
        <Icon name="it-download" />
        <span>{t('rightsPage.outcome.download')}</span>
      </a>
    </Alert>
  )
}

function Erased({ request: { counts, finishedAt } }: { request: RightsDetail }) {
  const { t } = useTranslation()
  return (
    <Alert kind="success" title={t('rightsPage.outcome.erased')}>
      <p>
        {finishedAt && <ShowInstant instant={finishedAt} />}
        {counts && <span>{` – ${countsText(t, counts, erased)}`}</span>}
      </p>
    </Alert>
  )
}
