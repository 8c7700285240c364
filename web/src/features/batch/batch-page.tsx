import {
  type EncryptionRun,
  type EncryptionState,
  formatScreenDate,
  getUploadTemplate,
  paths,
  type UploadRun,
} from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { encryptionStateQuery, useEncryptionRun, useStartEncryption } from './encryption.queries.ts'
import { KeyTable } from './key-table.tsx'
import { MigrationPanel } from './migration-panel.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { RowErrorTable } from './row-error-table.tsx'
import { isOpen } from './run.queries.ts'
import { TransferPanel } from './transfer-panel.tsx'
import { useUpload } from './upload.queries.ts'
import { UploadForm } from './upload-form.tsx'

/** Where RUP starts what takes long: accounts from a file and the jobs that protect and move the data. */
export function BatchPage() {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('batchPage.startTitle')}</h1>
      <p>
        <NavLink href={siteHref(paths.batch)}>{t('batchPage.allRuns')}</NavLink>
      </p>
      <div className="stack">
        <AntivirusLine />
        <OutdatedNodeLine />
        <UploadPanel />
        <EncryptionPanel />
        <MigrationPanel />
        <TransferPanel />
        <RetentionPanel />
      </div>
    </>
  )
}

/** The data keys, what is still plain, and the batch that seals it or moves everything to a newer key. */
export function EncryptionPanel() {
  const { t } = useTranslation()
  const { data: state, isError, isFetching, refetch } = useQuery(encryptionStateQuery)
  const run = useEncryptionRun()
  return (
    <Panel title={t('batchPage.encryption.title')}>
      <p>{t('batchPage.encryption.intro')}</p>
      {isError && !state ? (
        <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
      ) : (
        <div className="stack">
          <PlainRows state={state} />
          <KeyTable keys={state?.keys} />
          <RunStatus run={run} isKnown={state !== undefined} />
          <StartEncryption isRunning={isOpen(run)} isReady={state !== undefined} />
        </div>
      )}
    </Panel>
  )
}

/** As tall while it is read as when it is known. */
function PlainRows({ state }: { state: EncryptionState | undefined }) {
  const { t } = useTranslation()
  if (!state) return <Alert kind="info">{t('site.loading')}</Alert>
  return state.plainRows === 0 ? (
    <Alert kind="success">{t('batchPage.encryption.nothingPlain')}</Alert>
  ) : (
    <Alert kind="warning">{t('batchPage.encryption.plainRows', { count: state.plainRows })}</Alert>
  )
}

/** Adds accounts from a file: first tried, then loaded, all of it or nothing. */
export function UploadPanel() {
  const { t } = useTranslation()
  const { run, send } = useUpload()
  return (
    <Panel title={t('batchPage.upload.title')}>
      <p>{t('batchPage.upload.intro')}</p>
      <p className="cluster">
        <span>{t('batchPage.upload.templates')}</span>
        <Template format="csv" text={t('batchPage.upload.templateCsv')} />
        <Template format="xlsx" text={t('batchPage.upload.templateXlsx')} />
      </p>
      <UploadForm run={run} send={send} />
      <UploadProgress run={run} />
    </Panel>
  )
}

function Template({ format, text }: { format: 'csv' | 'xlsx'; text: string }) {
  return (
    <a href={siteHref(pathOf(getUploadTemplate), { formato: format })} download className="template-link">
      <Icon name="it-download" size="xs" /> <span>{text}</span>
    </a>
  )
}

/** How far the newest run is, or how it ended. */
function RunStatus({ run, isKnown }: { run: EncryptionRun | undefined; isKnown: boolean }) {
  const { t } = useTranslation()
  if (!run) return <p className="run-status">{isKnown && t('batchPage.run.none')}</p>
  return (
    <>
      {isOpen(run) ? <OpenRun run={run} /> : <EndedRun run={run} />}
      {run.damaged > 0 && <DamagedRows count={run.damaged} />}
    </>
  )
}

function OpenRun({ run: { startedAt, total, done, damaged } }: { run: EncryptionRun }) {
  const { t } = useTranslation()
  const dealtWith = done + damaged
  const percent = total === 0 ? 100 : Math.floor((dealtWith / total) * 100)
  return (
    <div className="run-status">
      <Progress label={t('batchPage.run.label')} percent={percent} />
      <p>
        <span>{`${t('batchPage.run.rows', { done: dealtWith, total })} ${t('batchPage.run.since')}`}</span>{' '}
        <ShowInstant instant={startedAt} />
        <span>{`. ${t('batchPage.run.leave')}`}</span>
      </p>
    </div>
  )
}

function EndedRun({ run: { finishedAt, done } }: { run: EncryptionRun }) {
  const { t } = useTranslation()
  return (
    <p className="run-status">
      <span>{t('batchPage.run.last')}</span> {finishedAt && <ShowInstant instant={finishedAt} />}
      <span>{`. ${t('batchPage.run.sealed', { count: done })}`}</span>
    </p>
  )
}

/** Rows that do not open: nothing here can mend them, so it says who can, and what not to do until then. */
function DamagedRows({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <Alert kind="danger" title={t('batchPage.damaged.title', { count })}>
      <p>{t('batchPage.damaged.text')}</p>
      <ul>
        <li>{t('batchPage.damaged.keepKeys')}</li>
        <li>{t('batchPage.damaged.restore')}</li>
        <li>{t('batchPage.damaged.again')}</li>
      </ul>
    </Alert>
  )
}

interface Props {
  readonly isRunning: boolean
  readonly isReady: boolean
}

/** 'Avvia cifratura', with a new key or without, after saying what that does. */
function StartEncryption({ isRunning, isReady }: Props) {
  const { t } = useTranslation()
  const [withNewKey, setWithNewKey] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const start = useStartEncryption()
  const close = () => setAsking(false)
  const handleConfirm = () => {
    close()
    start.mutate(withNewKey)
    setWithNewKey(false)
  }
  const reason = isRunning ? t('batchPage.start.isRunning') : isReady ? undefined : t('site.loading')
  return (
    <>
      <div className="cluster run-start">
        <Checkbox
          id="with-new-key"
          label={t('batchPage.start.withNewKey')}
          checked={withNewKey}
          onChange={setWithNewKey}
        />
        <Button disabledReason={reason} onClick={() => setAsking(true)}>
          {t('batchPage.start.button')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('batchPage.start.title')}
          texts={{ confirm: t('batchPage.start.button'), cancel: t('desk.cancel'), close: t('site.close') }}
          onConfirm={handleConfirm}
          onClose={close}
        >
          <p>{t(withNewKey ? 'batchPage.start.newKeyText' : 'batchPage.start.text')}</p>
          <p>{t('batchPage.start.meanwhile')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** How far the newest upload is, or how it ended. */
function UploadProgress({ run }: { run: UploadRun | undefined }) {
  const { t } = useTranslation()
  if (!run) return null
  const { total, done, finishedAt, errors } = run
  if (isOpen(run))
    return (
      <div className="run-status">
        <Progress label={t('batchPage.upload.progress')} percent={total === 0 ? 100 : (done / total) * 100} />
        <p>{t('batchPage.upload.progressRows', { done, total })}</p>
      </div>
    )
  const isGood = errors.length === 0
  return (
    <>
      <Alert kind={isGood ? 'success' : 'danger'} title={t(`batchPage.upload.${isGood ? 'done' : 'failed'}`)}>
        <p>
          <span>{t('batchPage.upload.last')}</span> {finishedAt && <ShowInstant instant={finishedAt} />}
          {isGood && <span>{` – ${t('batchPage.upload.loaded', { count: done })}`}</span>}
        </p>
      </Alert>
      <RowErrorTable errors={errors} fileName={t('batchPage.upload.faultsFile')} />
    </>
  )
}

/** Whether an antivirus looks through what people attach (decisions §4); nothing until that is known. */
export function AntivirusLine() {
  const { t } = useTranslation()
  const { data: state } = useQuery(encryptionStateQuery)
  if (!state) return null
  return state.hasAntivirus ? (
    <p>{t('batchPage.antivirus')}</p>
  ) : (
    <Alert kind="warning">{t('batchPage.noAntivirus')}</Alert>
  )
}

/** Warns of a version of Node that gets no more fixes of security; nothing where the server runs on a supported one. */
export function OutdatedNodeLine() {
  const { t } = useTranslation()
  const { data: state } = useQuery(encryptionStateQuery)
  if (!state?.outdatedNode) return null
  const { version, since } = state.outdatedNode
  return <Alert kind="warning">{t('batchPage.outdatedNode', { version, since: formatScreenDate(since) })}</Alert>
}
