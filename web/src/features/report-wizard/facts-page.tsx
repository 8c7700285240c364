import { isAnonymous, limits } from '@portal/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createServerUploads } from '#form/upload/server-uploads.ts'
import { UploadField } from '#form/upload/upload-field.tsx'
import { type UploadQueue, useUploads } from '#form/upload/upload-queue.ts'
import { decideIdOf } from '#form/upload/upload-rows.tsx'
import { type AcceptedFile, isUploading, type Upload, type UploadSnapshot } from '#form/upload/upload-rules.ts'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { draftStore, useReport } from './report-session.tsx'
import { StepFields } from './step-fields.tsx'
import { readReport } from './steps.ts'
import type { Held } from './wizard-frame.tsx'
import { WizardStep } from './wizard-step.tsx'

export function FactsPage() {
  const queue = reportUploads()
  const files = useUploads(queue)
  const held = useHold(holdFor(files), useReport().goOn)
  return (
    <WizardStep step="facts" held={held}>
      <StepFields step="facts" renderFiles={(texts) => <UploadField {...texts} queue={queue} />} />
    </WizardStep>
  )
}

let reportQueue: UploadQueue | undefined

/** The files of the tab's one report. They go on arriving while another step is on show. */
function reportUploads(): UploadQueue {
  reportQueue ??= beginUploads()
  return reportQueue
}

function beginUploads(): UploadQueue {
  const queue = createServerUploads('report', {
    most: limits.reportAttachments.files,
    // What the draft holds was put there by a queue like this one.
    accepted: draftStore.get().draft.attachments as readonly AcceptedFile[] | undefined,
    asksForTraces: () => isAnonymous(readReport(draftStore.get().draft).values),
    onChange: (accepted) => draftStore.set('attachments', accepted.length > 0 ? accepted : undefined),
  })
  draftStore.onBegin(queue.clear)
  return queue
}

/**
 * Keeps the user on the step while something is under way; the wizard goes on by itself once that is over, unless more has failed
 * in between.
 */
interface Hold {
  readonly isRunning: boolean
  /** Keys of what has failed. What was there before the user went on keeps nobody. */
  readonly failed: readonly number[]
  /** Id of the answer to a question that comes first. */
  readonly asksAt?: string | undefined
  readonly dialog: (stay: () => void) => Elements
  /** Why the wizard did not go on. */
  readonly note: (failed: readonly number[]) => Elements
}

/** The way on past a hold. */
function useHold(hold: Hold | undefined, goOn: () => void): Held {
  /** What had failed when the user went on; undefined unless the wizard waits. */
  const [failedBefore, setFailedBefore] = useState<readonly number[]>()
  const [failedSince, setFailedSince] = useState<readonly number[]>([])
  const isOver = failedBefore !== undefined && (!hold?.isRunning || hold.asksAt !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what it waited for is over
  useEffect(() => {
    if (!isOver) return
    const failed = hold?.failed.filter((key) => !failedBefore.includes(key)) ?? []
    setFailedBefore(undefined)
    setFailedSince(failed)
    if (hold?.asksAt) focusById(hold.asksAt)
    else if (failed.length === 0) goOn()
  }, [isOver])
  const shown = failedSince.filter((key) => hold?.failed.includes(key))
  return {
    goOn: () => {
      setFailedSince([])
      if (hold?.asksAt) focusById(hold.asksAt)
      else if (hold?.isRunning) setFailedBefore(hold.failed)
      else goOn()
    },
    dialog: failedBefore && hold?.dialog(() => setFailedBefore(undefined)),
    note: shown.length > 0 && hold?.note(shown),
  }
}

/** Files on their way are waited for. One that is refused in between, or waits for a decision, is shown first. */
function holdFor(files: UploadSnapshot): Hold | undefined {
  if (files.uploads.length === 0) return undefined
  const asking = files.uploads.find(({ state }) => state.kind === 'asking')
  return {
    isRunning: isUploading(files),
    failed: files.uploads.filter(({ state }) => state.kind === 'refused').map(({ key }) => key),
    asksAt: asking && decideIdOf(asking.key),
    dialog: (stay) => <WaitingForFiles files={files} onStay={stay} />,
    note: (failed) => <RefusedFiles files={files.uploads.filter(({ key }) => failed.includes(key))} />,
  }
}

/** Why the wizard waited and did not go on. */
function RefusedFiles({ files }: { readonly files: readonly Upload[] }) {
  const { t } = useTranslation()
  return (
    <Alert kind="warning" title={t('upload.refusedTitle')} announce="now">
      <ul>
        {files.map(({ key, file }) => (
          <li key={key}>
            <bdi>{file.name}</bdi>
          </li>
        ))}
      </ul>
      <p>{t('upload.refusedText')}</p>
    </Alert>
  )
}

function WaitingForFiles({ files, onStay }: { files: UploadSnapshot; onStay: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      title={t('upload.waitTitle')}
      onClose={onStay}
      closeText={t('site.close')}
      footer={
        <Button variant="secondary" onClick={onStay}>
          {t('upload.waitStop')}
        </Button>
      }
    >
      <p>{t('upload.waitText')}</p>
      {files.uploads.map(({ key, file, state }) =>
        state.kind === 'sending' ? (
          <Progress key={key} label={t('upload.sending', { name: file.name })} percent={state.percent} />
        ) : (
          state.kind !== 'refused' && (
            <p key={key}>
              <bdi>{file.name}</bdi>
              <span>{`: ${t(`upload.${state.kind}`)}`}</span>
            </p>
          )
        ),
      )}
    </Modal>
  )
}
