import { type CaseDetail, mayEnter, paths, type ReferenceBundle } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordTimeline } from '#features/audit/index.ts'
import { bundleQuery } from '#form/choices.ts'
import { ReportAnswers } from '#form/report-answers.tsx'
import { CallError } from '#lib/call-error.ts'
import { useUser } from '#lib/current-user.ts'
import { ShowInstant } from '#lib/format.tsx'
import { LoadFailed } from '#lib/load-failed.tsx'
import { siteHref } from '#lib/page-settings.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { NavLink } from '#ui/nav-link.tsx'
import { EmptyState, Panel } from '#ui/panel.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import { DefinitionList } from '#ui/summary-block.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { CaseMessagesPanel } from './case-messages.tsx'
import { caseQuery } from './cases.queries.ts'
import { fileHref } from './file-href.ts'
import { PseudonymisedNote } from './pseudonymised-note.tsx'
import { StatusOfCase } from './status-of-case.tsx'

/** 'Dettaglio richiesta': a case as the office reads it. */
export function CasePage() {
  const { t } = useTranslation()
  const { id } = useSearch({ strict: false }) as { id?: unknown }
  const caseId = Number(id)
  const isId = Number.isSafeInteger(caseId) && caseId > 0
  const { data: lists = {} } = useQuery(bundleQuery())
  const { data: record, error, isFetching, refetch } = useQuery({ ...caseQuery(caseId), enabled: isId })
  return (
    <>
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t('cases.list'), href: siteHref(paths.caseList) }]}
        current={record?.code ?? t('cases.detail')}
      />
      <div className="case-head">
        <h1>{t('cases.detail')}</h1>
        {record && <StatusOfCase status={record.status} />}
      </div>
      {record && <PseudonymisedNote record={record} />}
      {record && <CaseContent record={record} lists={lists} />}
      {!(record || isId) && <NoCase />}
      {!record && isId && error && <CaseFailed error={error} isRetrying={isFetching} onRetry={() => refetch()} />}
      {!(record || error) && isId && <TextSkeleton text={t('cases.loading')} count={12} />}
    </>
  )
}

function NoCase() {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('cases.notFound')}>
      <NavLink href={siteHref(paths.caseList)}>{t('cases.toList')}</NavLink>
    </EmptyState>
  )
}

interface FailedProps {
  readonly error: Error
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** A case that there is not for this person, or one that could not be read just now. */
function CaseFailed({ error, ...retry }: FailedProps) {
  const isMissing = error instanceof CallError && [400, 403, 404].includes(error.status)
  return isMissing ? <NoCase /> : <LoadFailed {...retry} />
}

interface ContentProps {
  readonly record: CaseDetail
  readonly lists: ReferenceBundle
}

function CaseContent({ record, lists }: ContentProps) {
  return (
    <div className="case-columns">
      <CaseTabs record={record} />
      <CaseSummary record={record} lists={lists} />
    </div>
  )
}

/**
 * The report, the messages, and for those who may read the audit log who looked at the case or changed it.
 */
function CaseTabs({ record: { id, report } }: { record: CaseDetail }) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const [tab, setTab] = useState<'report' | 'messages' | 'timeline'>('report')
  const tabs = [
    { id: 'report', label: t('cases.tabs.report') },
    { id: 'messages', label: t('cases.tabs.messages') },
    ...(mayEnter('auditLog', selectedRole) ? [{ id: 'timeline', label: t('cases.tabs.timeline') } as const] : []),
  ] as const
  return (
    <div>
      <Tabs label={t('cases.tabs.label')} current={tab} onChange={setTab} tabs={tabs}>
        <div className="stack">
          {tab === 'report' && <ReportAnswers values={report} fileHref={fileHref} />}
          {tab === 'messages' && <CaseMessagesPanel caseId={id} />}
          {tab === 'timeline' && (
            <Panel title={t('cases.tabs.timeline')}>
              <RecordTimeline recordKind="case" recordId={id} />
            </Panel>
          )}
        </div>
      </Tabs>
    </div>
  )
}

function CaseSummary({ record, lists }: ContentProps) {
  const { t } = useTranslation()
  const channel = lists.channel?.find(({ id }) => id === record.channelId)?.label
  return (
    <aside className="case-summary">
      <Panel title={t('cases.summary')}>
        <DefinitionList
          items={[
            { term: t('cases.columns.protocolNumber'), value: <bdi dir="ltr">{record.protocolNumber}</bdi> },
            { term: t('cases.received'), value: <ShowInstant instant={record.createdAt} /> },
            { term: t('cases.channel'), value: channel ?? '–' },
            { term: t('cases.columns.operator'), value: record.operator ?? t('cases.noOperator') },
          ]}
        />
      </Panel>
    </aside>
  )
}
