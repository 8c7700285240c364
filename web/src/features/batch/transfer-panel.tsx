import { getTransferFile, type ListedFolder, type ListedRun, transferFileKinds } from '@portal/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { pathOf } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useMedia } from '#lib/page/use-media.ts'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { isOpen, runQuery, useRunEnd } from './run.queries.ts'
import { RunProgress } from './run-progress.tsx'
import { type FolderChange, transferFoldersQuery, useFolderChange } from './transfer.queries.ts'
import { TransferTableButton } from './transfer-table.tsx'

/** The folders of offices that move in: checked first, then imported. */
export function TransferPanel() {
  const { t } = useTranslation()
  const { data: state, isError, isFetching, refetch } = useQuery(transferFoldersQuery)
  const change = useFolderChange()
  // One column, a row a card, where the buttons would stand beyond the edge.
  const isNarrow = useMedia('(max-width: 63.99rem)')
  const columns = folderColumns(t, change.mutate, change.isPending)
  return (
    <Panel title={t('batchPage.transfer.title')}>
      <p>{t('batchPage.transfer.intro')}</p>
      {isError && !state && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {state?.isConfigured === false && <Alert kind="info">{t('batchPage.transfer.notConfigured')}</Alert>}
      {state?.isConfigured !== false && !isError && (
        <DataTable
          caption={t('batchPage.transfer.caption')}
          columns={isNarrow ? columns.map((column) => ({ ...column, under: underName(column) })) : columns}
          rows={state?.folders}
          rowKey={({ name }) => name}
          emptyText={t('batchPage.transfer.empty')}
          loadingText={t('site.loading')}
          expectedRows={1}
        />
      )}
    </Panel>
  )
}

const underName = ({ isRowHeader }: Column<ListedFolder>) => (isRowHeader ? undefined : 'name')

type Change = (change: FolderChange) => void

const folderColumns = (t: TFunction, onChange: Change, isPending: boolean): Column<ListedFolder>[] => [
  {
    id: 'name',
    header: t('batchPage.transfer.folder'),
    isRowHeader: true,
    isWrapped: true,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'check',
    header: t('batchPage.transfer.check'),
    isWrapped: true,
    width: '18rem',
    cell: (folder) => <CheckState folder={folder} />,
  },
  {
    id: 'import',
    header: t('batchPage.transfer.import'),
    isWrapped: true,
    width: '18rem',
    cell: (folder) => <ImportState folder={folder} />,
  },
  {
    id: 'actions',
    header: t('batchPage.transfer.actions'),
    isWrapped: true,
    cell: (folder) => <FolderActions folder={folder} onChange={onChange} isPending={isPending} />,
  },
]

interface OfFolder {
  readonly folder: ListedFolder
}

/** A run in progress, read again until it ends; then the folders are. */
function OpenRun({ run: listed, endText }: { readonly run: ListedRun; readonly endText: string }) {
  const queryClient = useQueryClient()
  const { data: run = listed } = useQuery(runQuery(listed.id))
  useRunEnd(run, ({ state }) => {
    void queryClient.invalidateQueries({ queryKey: transferFoldersQuery.queryKey })
    if (state !== 'cancelled') notify({ kind: state === 'done' ? 'success' : 'error', body: endText })
  })
  return <RunProgress run={run} />
}

function CheckState({ folder }: OfFolder) {
  const { name, check, errors = 0, hasOpenCorrespondences, mayImport, tableAt } = folder
  const { t } = useTranslation()
  if (!check || check.state === 'cancelled') return <span>{t('batchPage.transfer.notChecked')}</span>
  if (isOpen(check)) return <OpenRun run={check} endText={t('batchPage.transfer.checkEnded')} />
  if (check.state === 'failed') return <span>{t('batchPage.transfer.checkFailed')}</span>
  if (errors === 0) return <span>{t(mayImport ? 'batchPage.transfer.good' : 'batchPage.transfer.changed')}</span>
  return (
    <>
      <p>{t('batchPage.transfer.errors', { count: errors })}</p>
      <FileLink name={name} kind="errors" text={t('batchPage.transfer.downloadErrors', { name })} />
      {hasOpenCorrespondences && (
        <>
          <FileLink
            name={name}
            kind="correspondences"
            text={t('batchPage.transfer.downloadCorrespondences', { name })}
          />
          <p>{t('batchPage.transfer.openCorrespondences')}</p>
          <TransferTableButton folder={folder} />
          {tableAt && (
            <p>
              <span>{t('batchPage.transfer.table.since')}</span> <ShowInstant instant={tableAt} />
            </p>
          )}
        </>
      )}
    </>
  )
}

interface FileLinkProps {
  readonly name: string
  readonly kind: keyof typeof transferFileKinds
  readonly text: string
}

const FileLink = ({ name, kind, text }: FileLinkProps) => (
  <p>
    <a
      href={siteHref(pathOf(getTransferFile), { cartella: name, tipo: transferFileKinds[kind] })}
      download
      className="template-link"
    >
      <Icon name="it-download" size="xs" /> <span>{text}</span>
    </a>
  </p>
)

function ImportState({ folder: { run, refusedRows = [] } }: OfFolder) {
  const { t } = useTranslation()
  if (!run) return <span>{t('batchPage.transfer.notImported')}</span>
  if (isOpen(run)) return <OpenRun run={run} endText={t('batchPage.transfer.importEnded')} />
  return (
    <>
      {run.state === 'failed' && <p>{t('batchPage.transfer.failed')}</p>}
      {run.state === 'cancelled' && <p>{t('batchPage.transfer.cancelled')}</p>}
      <p>{t('batchPage.transfer.imported', { count: run.done })}</p>
      {refusedRows.length > 0 && (
        <p>{t('batchPage.transfer.refused', { count: refusedRows.length, rows: refusedRows.join(', ') })}</p>
      )}
    </>
  )
}

interface ActionsProps extends OfFolder {
  readonly onChange: Change
  readonly isPending: boolean
}

/** 'Controlla' and 'Importa' or 'Riprendi'; 'Annulla' while one of them is in progress. */
function FolderActions({ folder: { name, check, run, mayImport }, onChange, isPending }: ActionsProps) {
  const { t } = useTranslation()
  const ofFolder = (action: string) => t('batchPage.transfer.ofFolder', { action, name })
  const waits = { pending: isPending, pendingText: t('site.wait') }
  const open = [run, check].find((one) => isOpen(one))
  if (open) {
    const cancel = t('batchPage.transfer.cancel')
    return (
      <Button
        variant="secondary"
        size="sm"
        aria-label={ofFolder(cancel)}
        {...waits}
        onClick={() => onChange({ cancel: open.id })}
      >
        {cancel}
      </Button>
    )
  }
  const isBegun = run && run.state !== 'done'
  const start = t(isBegun ? 'batchPage.transfer.resume' : 'batchPage.transfer.startImport')
  const startCheck = t('batchPage.transfer.startCheck')
  return (
    <div className="cluster">
      <Button
        variant="secondary"
        size="sm"
        aria-label={ofFolder(startCheck)}
        {...waits}
        onClick={() => onChange({ check: name })}
      >
        {startCheck}
      </Button>
      <ConfirmButton
        button={{
          children: start,
          size: 'sm',
          'aria-label': ofFolder(start),
          disabledReason: mayImport ? undefined : t('batchPage.transfer.needsCheck'),
          ...waits,
        }}
        title={t('batchPage.transfer.question', { name })}
        texts={{ confirm: start, cancel: t('desk.cancel'), close: t('site.close') }}
        onConfirm={() => onChange({ import: name })}
      >
        <p>{t('batchPage.transfer.text')}</p>
        <p>{t('batchPage.transfer.goesOn')}</p>
      </ConfirmButton>
    </div>
  )
}
