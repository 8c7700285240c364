import { isAnonymous, limits } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { shownFields } from '#form/report-fields.ts'
import { createServerUploads } from '#form/upload/server-uploads.ts'
import { UploadField } from '#form/upload/upload-field.tsx'
import { type UploadQueue, useUploads } from '#form/upload/upload-queue.ts'
import { decideIdOf } from '#form/upload/upload-rows.tsx'
import { type AcceptedFile, isUploading, type Upload, type UploadSnapshot } from '#form/upload/upload-rules.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { Progress } from '#ui/feedback/progress.tsx'
import { draftStore, useDraft } from './draft.tsx'
import { StepFields } from './step-fields.tsx'
import { useReachable } from './step-pages.tsx'
import { valuesOf } from './steps.ts'
import { type Hold, WizardFrame } from './wizard-frame.tsx'

export function FactsPage() {
  const { draft } = useDraft()
  const queue = reportUploads()
  const files = useUploads(queue)
  useReachable('facts')
  return (
    <WizardFrame step="facts" hold={holdFor(files)}>
      {(showsErrors) => (
        <StepFields
          uses={shownFields('facts', valuesOf(draft))}
          showsErrors={showsErrors}
          renderFiles={(texts) => <UploadField {...texts} queue={queue} />}
        />
      )}
    </WizardFrame>
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
    asksForTraces: () => isAnonymous(valuesOf(draftStore.get().draft)),
    onChange: (accepted) => draftStore.set('attachments', accepted.length > 0 ? accepted : undefined),
  })
  draftStore.onBegin(queue.clear)
  return queue
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
