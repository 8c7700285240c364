import { getRetention, type RetentionRule } from '@portal/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { ShowDay, ShowInstant } from '#lib/i18n/format.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Panel } from '#ui/layout/panel.tsx'

const retentionQuery = queryOptions({
  queryKey: ['batch', 'retention'],
  queryFn: ({ signal }) => call(getRetention, {}, { signal }),
  meta: { isHandled: true },
})

/** What goes when its time is over, how much of it is due, and when each rule ran last. */
export function RetentionPanel() {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(retentionQuery)
  return (
    <Panel title={t('batchPage.retention.title')}>
      <p>{t('batchPage.retention.intro')}</p>
      {isError && !data ? (
        <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
      ) : (
        <DataTable
          caption={t('batchPage.retention.caption')}
          isCaptionHidden
          columns={retentionColumns(t)}
          rows={data?.rules}
          rowKey={({ name }) => name}
          emptyText={t('desk.empty')}
          loadingText={t('site.loading')}
        />
      )}
    </Panel>
  )
}

const retentionColumns = (t: TFunction): Column<RetentionRule>[] => [
  {
    id: 'what',
    header: t('batchPage.retention.what'),
    isRowHeader: true,
    isWrapped: true,
    cell: ({ name }) => t(`retention.rules.${name}.what`),
  },
  {
    id: 'after',
    header: t('batchPage.retention.after'),
    isWrapped: true,
    cell: ({ name, amount, unit }) => (
      <>
        <span>{periodText(t, amount, unit)}</span>
        <span className="cell-note">{t(`retention.rules.${name}.since`)}</span>
      </>
    ),
  },
  {
    id: 'action',
    header: t('batchPage.retention.action'),
    width: '10.5rem',
    cell: ({ action }) => t(`retention.actions.${action}`),
  },
  {
    id: 'due',
    header: t('batchPage.retention.due'),
    align: 'end',
    width: '6rem',
    cell: ({ due }) => t('desk.number', { number: due }),
  },
  {
    id: 'oldest',
    header: t('batchPage.retention.oldest'),
    width: '7rem',
    cell: ({ oldest }) => (oldest ? <ShowDay instant={oldest} /> : '–'),
  },
  {
    id: 'lastRun',
    header: t('batchPage.retention.lastRun'),
    width: '13rem',
    isWrapped: true,
    cell: ({ lastRun, schedule }) => <LastRun lastRun={lastRun} schedule={schedule} />,
  },
]

const periodText = (t: TFunction, amount: number, unit: RetentionRule['unit']) =>
  amount === 0 ? t('batchPage.retention.atOnce') : t(`batchPage.retention.units.${unit}`, { count: amount })

function LastRun({ lastRun, schedule }: Pick<RetentionRule, 'lastRun' | 'schedule'>) {
  const { t } = useTranslation()
  if (!lastRun) return <span>{t('batchPage.retention.never', { schedule: t(`retention.schedules.${schedule}`) })}</span>
  return (
    <>
      <ShowInstant instant={lastRun.finishedAt ?? lastRun.startedAt} />
      <span>{': '}</span>
      <span>
        {lastRun.finishedAt
          ? t('batchPage.retention.treated', { count: lastRun.count })
          : t('batchPage.retention.underWay', { count: lastRun.count })}
      </span>
    </>
  )
}
