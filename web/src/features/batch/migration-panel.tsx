import type { FileStoresState, ListedRun } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { formatBytes } from '#lib/i18n/format-bytes.ts'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { fileStoresQuery, useMigrationChange, useMigrationRun } from './migration.queries.ts'
import { isOpen } from './run.queries.ts'
import { RunProgress } from './run-progress.tsx'
import { UnmovedFiles } from './unmoved-files.tsx'

type FileStore = FileStoresState['stores'][number]

/** The stores of attached files, and the migration that moves all of them to the configured one. */
export function MigrationPanel() {
  const { t } = useTranslation()
  const { data: state, isError, isFetching, refetch } = useQuery(fileStoresQuery)
  const run = useMigrationRun()
  return (
    <Panel title={t('batchPage.migration.title')}>
      <p>{t('batchPage.migration.intro')}</p>
      {isError && !state ? (
        <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
      ) : (
        <div className="stack">
          <DataTable
            caption={t('batchPage.migration.caption')}
            columns={storeColumns(t)}
            rows={state?.stores}
            rowKey={({ name }) => name ?? ''}
            emptyText={t('desk.empty')}
            loadingText={t('site.loading')}
            expectedRows={1}
          />
          <MigrationStatus run={run} />
          <MigrationActions run={run} stores={state?.stores} />
        </div>
      )}
    </Panel>
  )
}

const storeColumns = (t: TFunction): Column<FileStore>[] => [
  {
    id: 'name',
    header: t('batchPage.migration.store'),
    isRowHeader: true,
    isWrapped: true,
    cell: ({ name }) => <StoreName name={name} />,
  },
  { id: 'use', header: t('batchPage.migration.use'), isWrapped: true, cell: (store) => t(useOf(store)) },
  {
    id: 'files',
    header: t('batchPage.migration.files'),
    align: 'end',
    width: '7rem',
    cell: ({ files }) => t('desk.number', { number: files }),
  },
  {
    id: 'bytes',
    header: t('batchPage.migration.size'),
    align: 'end',
    width: '7rem',
    cell: ({ bytes }) => formatBytes(bytes, 'it'),
  },
]

function StoreName({ name }: { readonly name: string | undefined }) {
  const { t } = useTranslation()
  if (name === undefined) return <span>{t('batchPage.migration.unnamed')}</span>
  if (name === 'folder') return <span>{t('batchPage.migration.folder')}</span>
  return (
    <bdi dir="ltr" className="digest">
      {name}
    </bdi>
  )
}

function useOf({ isTarget, isConfigured, name, files }: FileStore) {
  if (isTarget) return 'batchPage.migration.isTarget' as const
  if (name !== undefined && !isConfigured) return 'batchPage.migration.isUnknown' as const
  return files > 0 ? ('batchPage.migration.isSource' as const) : ('batchPage.migration.isEmpty' as const)
}

/** How far the newest migration is, or how it ended. */
function MigrationStatus({ run }: { readonly run: ListedRun | undefined }) {
  const { t } = useTranslation()
  if (!run) return null
  if (isOpen(run))
    return (
      <div className="run-status">
        <RunProgress run={run} />
        <p>{t('batchPage.run.leave')}</p>
      </div>
    )
  return (
    <>
      <p className="run-status">
        <span>{t('batchPage.migration.last')}</span> {run.finishedAt && <ShowInstant instant={run.finishedAt} />}
        <span>{`. ${t('batchPage.migration.moved', { count: run.done })}`}</span>
      </p>
      {run.skipped > 0 && (
        <Alert kind="danger" title={t('runsPage.problems.attachment_migration', { count: run.skipped })}>
          <p>{t('batchPage.migration.unmovedText')}</p>
          <UnmovedFiles run={run} />
        </Alert>
      )}
    </>
  )
}

interface ActionsProps {
  readonly run: ListedRun | undefined
  readonly stores: readonly FileStore[] | undefined
}

/** 'Avvia migrazione', after saying what that does; 'Annulla' while it is in progress. */
function MigrationActions({ run, stores }: ActionsProps) {
  const { t } = useTranslation()
  const change = useMigrationChange()
  const waits = { pending: change.isPending, pendingText: t('site.wait') }
  if (run && isOpen(run))
    return (
      <div>
        <Button variant="secondary" {...waits} onClick={() => change.mutate(run.id)}>
          {t('batchPage.migration.cancel')}
        </Button>
      </div>
    )
  const isDone = stores?.every(({ isTarget, files }) => isTarget || files === 0)
  const reason = stores === undefined ? t('site.loading') : isDone ? t('batchPage.migration.nothingToMove') : undefined
  return (
    <div>
      <ConfirmButton
        button={{ children: t('batchPage.migration.start'), disabledReason: reason, ...waits }}
        title={t('batchPage.migration.question')}
        texts={{ confirm: t('batchPage.migration.start'), cancel: t('desk.cancel'), close: t('site.close') }}
        onConfirm={() => change.mutate(undefined)}
      >
        <p>{t('batchPage.migration.text')}</p>
        <p>{t('batchPage.migration.meanwhile')}</p>
      </ConfirmButton>
    </div>
  )
}
