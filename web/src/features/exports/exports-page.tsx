import { type ExportRun, isDocument, listExports, paths } from '@portal/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyError } from '#lib/api/notify-error.ts'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { fromEndpoint } from '#list/from-endpoint.ts'
import type { List } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { Button } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { exportStateQuery, exportsKey, saveExport, useExportChange } from './exports.queries.ts'

const exportList: List<ExportRun, object> = {
  ...fromEndpoint<ExportRun, object>(listExports),
  queryKey: [...exportsKey, 'list'],
  path: paths.exports,
  filters: {},
  textsOf: (t) => ({ title: t('exportPage.mine'), empty: t('exportPage.none'), next: t('exportPage.noneYet') }),
  filterLabel: () => '',
  useColumns: () => exportColumns(useTranslation().t),
  Intro: () => <p>{useTranslation().t('exportPage.intro')}</p>,
}

/** The files that the user asked for, and how far they are. */
export const ExportsPage = () => <ListPage list={exportList} />

const exportColumns = (t: TFunction): Column<ExportRun>[] => [
  {
    id: 'kind',
    header: t('exportPage.columns.kind'),
    isRowHeader: true,
    isWrapped: true,
    cell: ({ fileName }) => fileName,
  },
  {
    id: 'startedAt',
    header: t('exportPage.columns.startedAt'),
    cell: ({ startedAt }) => <ShowInstant instant={startedAt} />,
  },
  {
    id: 'state',
    header: t('exportPage.columns.state'),
    isWrapped: true,
    cell: (run) => <ExportState listed={run} />,
  },
  {
    id: 'fileUntil',
    header: t('exportPage.columns.fileUntil'),
    isFoldedOnTablet: true,
    cell: ({ state, fileUntil }) => state === 'done' && fileUntil && <ShowInstant instant={fileUntil} />,
  },
  {
    id: 'actions',
    header: t('exportPage.columns.actions'),
    isWrapped: true,
    cell: (run) => <ExportActions run={run} />,
  },
]

/** The state of an export; of a running one it is asked for until it ends, and then the list is read again. */
function ExportState({ listed }: { readonly listed: ExportRun }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const isListedRunning = listed.state === 'running'
  const { data: run = listed } = useQuery({ ...exportStateQuery(listed.id), enabled: isListedRunning })
  const hasEnded = isListedRunning && run.state !== 'running'
  useEffect(() => {
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: exportList.queryKey })
  }, [hasEnded, queryClient])
  if (run.waitingFor) return <span>{t(`runsPage.waitingFor.${run.waitingFor}`)}</span>
  if (run.state === 'running') return <Progress label={t('exportPage.states.running')} percent={run.percentage} />
  const countText = isDocument(run.kind) ? 'exportPage.tablesOf' : 'exportPage.rowsOf'
  const rows = run.state === 'done' && t(countText, { count: run.total })
  return <span>{[t(`exportPage.states.${run.state}`), rows, run.error].filter(Boolean).join(' · ')}</span>
}

/** What can be done about an export now. */
function ExportActions({ run: { id, kind, state, fileName } }: { readonly run: ExportRun }) {
  const { t } = useTranslation()
  const cancel = useExportChange('cancel')
  const retry = useExportChange('retry')
  const saving = useMutation({
    meta: { isHandled: true },
    mutationFn: () => saveExport(kind, id),
    onError: notifyError,
  })
  const actions = {
    running: { text: t('exportPage.cancel'), does: cancel, act: () => cancel.mutate(id, { onError: notifyError }) },
    failed: { text: t('exportPage.retry'), does: retry, act: () => retry.mutate(id, { onError: notifyError }) },
    done: { text: t('exportPage.download'), does: saving, act: () => saving.mutate() },
    cancelled: undefined,
    expired: undefined,
  }
  const action = actions[state]
  if (!action) return null
  return (
    <Button
      variant="secondary"
      size="sm"
      pending={action.does.isPending}
      pendingText={t('site.wait')}
      onClick={action.act}
    >
      <span>{action.text}</span>
      <span className="visually-hidden">{`: ${fileName}`}</span>
    </Button>
  )
}
