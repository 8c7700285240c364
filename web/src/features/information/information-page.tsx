import { type CaseStatus, caseStatusIds, getInformation } from '@portal/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { keyNames } from '#lib/backoffice/desk-keys.ts'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { ContactBox } from '#lib/page/contact-box.tsx'
import { office } from '#lib/page/page-settings.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { actionColumns, actionRows, roomColumns, roomRows } from './policy-tables.tsx'

const informationQuery = queryOptions({
  queryKey: ['information'],
  queryFn: ({ signal }) => call(getInformation, {}, { signal }),
  meta: { isHandled: true },
})

/** Reference for operators: version and deadlines, statuses, permissions, keys, and contacts. */
export function InformationPage() {
  const { t } = useTranslation()
  const tables = { isCaptionHidden: true, emptyText: t('desk.empty'), loadingText: t('site.loading') }
  const statuses = Object.keys(caseStatusIds) as CaseStatus[]
  return (
    <div className="stack">
      <h1>{t('information.title')}</h1>
      <RunningPanel />
      <Panel title={t('information.statusesTitle')}>
        <dl className="status-meanings">
          {statuses.map((status) => (
            <div key={status}>
              <dt>
                <StatusOfCase status={status} />
              </dt>
              <dd>{t(`information.statuses.${status}`)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title={t('information.actionsTitle')}>
        <p>{t('information.actionsText')}</p>
        <DataTable
          {...tables}
          caption={t('information.actionsCaption')}
          columns={actionColumns(t)}
          rows={actionRows}
          rowKey={({ name }) => name}
        />
      </Panel>
      <Panel title={t('information.roomsTitle')}>
        <DataTable
          {...tables}
          caption={t('information.roomsCaption')}
          columns={roomColumns(t)}
          rows={roomRows}
          rowKey={(room) => room}
        />
      </Panel>
      <Panel title={t('deskKeys.title')}>
        <p>{t('information.keysText')}</p>
        <DefinitionList items={keyNames.map(([term, action]) => ({ term, value: t(`deskKeys.actions.${action}`) }))} />
      </Panel>
      <ContactBox />
      <Panel title={t('information.mailboxTitle')}>
        <p>
          <a href={`mailto:${office.assistanceMailbox}`}>
            <bdi dir="ltr">{office.assistanceMailbox}</bdi>
          </a>
        </p>
      </Panel>
    </div>
  )
}

function RunningPanel() {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(informationQuery)
  return (
    <Panel title={t('information.runningTitle')}>
      {isError && !data ? (
        <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
      ) : (
        <DefinitionList
          items={[
            { term: t('information.version'), value: <bdi dir="ltr">{data?.version ?? '…'}</bdi> },
            { term: t('information.takeDays'), value: data ? t('information.days', { count: data.takeDays }) : '…' },
            { term: t('information.closeDays'), value: data ? t('information.days', { count: data.closeDays }) : '…' },
          ]}
        />
      )}
    </Panel>
  )
}
