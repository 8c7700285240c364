import { type ExportRun, type FileKind, isDocument, paths } from '@portal/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { formatTime } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { exportStateQuery, exportsKey, saveExport, useExportChange } from './exports.queries.ts'

interface Props {
  readonly kind: FileKind
  readonly id: number
  readonly onClose: () => void
}

/** How far an export is; its file is saved as soon as it is there. The export goes on where the dialog is closed. */
export function ExportProgress({ kind, id, onClose }: Props) {
  const { t } = useTranslation()
  const { data: run, error, isFetching, refetch } = useQuery(exportStateQuery(id))
  const cancel = useExportChange('cancel')
  const saving = useSaving({ kind, id, onClose }, run?.state === 'done')
  const isRunning = run === undefined || run.state === 'running'
  return (
    <Modal
      title={t(isDocument(kind) ? 'exportPage.titleDocument' : 'exportPage.title')}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        <>
          {isRunning && (
            <Button
              variant="secondary"
              pending={cancel.isPending}
              pendingText={t('site.wait')}
              onClick={() => cancel.mutate(id, { onSuccess: onClose })}
            >
              {t('exportPage.cancel')}
            </Button>
          )}
          {saving.error && <Button onClick={() => saving.mutate()}>{t('exportPage.download')}</Button>}
          <Button variant={isRunning ? 'primary' : 'secondary'} onClick={onClose}>
            {t(isRunning ? 'exportPage.inBackground' : 'site.close')}
          </Button>
        </>
      }
    >
      {error && !run && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      <RunProgress run={run} />
      <CallErrorAlert error={cancel.error ?? saving.error} />
      {isRunning && (
        <p>
          <span>{t('exportPage.goOn')}</span> <NavLink href={siteHref(paths.exports)}>{t('exportPage.mine')}</NavLink>
        </p>
      )}
    </Modal>
  )
}

function RunProgress({ run }: { readonly run: ExportRun | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <Progress label={t('exportPage.progress')} percent={run?.percentage ?? 0} />
      {run && run.total > 0 && (
        <p className="figures">
          {t(isDocument(run.kind) ? 'exportPage.tables' : 'exportPage.rows', { rows: run.rows, total: run.total })}
        </p>
      )}
      {run?.waitingFor && <p>{t(`runsPage.waitingFor.${run.waitingFor}`)}</p>}
      {run?.state === 'running' && !run.waitingFor && run.estimatedEnd && (
        <p>{t('exportPage.end', { time: formatTime(run.estimatedEnd) })}</p>
      )}
      {run?.state === 'failed' && (
        <Alert kind="danger" announce="now">
          {run.error ?? t('toasts.failed')}
        </Alert>
      )}
    </>
  )
}

/** Saves the file once, when it is there. */
function useSaving({ kind, id, onClose }: Props, isDone: boolean) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const saving = useMutation({
    meta: { isHandled: true },
    mutationFn: () => saveExport(kind, id),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: exportsKey })
      notify({ kind: 'success', body: t('exportPage.saved') })
      onClose()
    },
  })
  const isSaved = useRef(false)
  const { mutate } = saving
  useEffect(() => {
    if (!isDone || isSaved.current) return
    isSaved.current = true
    mutate()
  }, [isDone, mutate])
  return saving
}
