import { limits } from '@portal/contract'
import { createServerUploads } from '#form/upload/server-uploads.ts'
import type { UploadQueue } from '#form/upload/upload-queue.ts'
import type { AcceptedFile } from '#form/upload/upload-rules.ts'
import { draftStore } from './draft.tsx'

let queue: UploadQueue | undefined

/** The files of the tab's one report. They go on arriving while another step is on show. */
export function reportUploads(): UploadQueue {
  queue ??= begin()
  return queue
}

function begin(): UploadQueue {
  const made = createServerUploads('report', {
    most: limits.reportAttachments.files,
    // What the draft holds was put there by a queue like this one.
    accepted: draftStore.get().draft.attachments as readonly AcceptedFile[] | undefined,
    onChange: (accepted) => draftStore.set('attachments', accepted.length > 0 ? accepted : undefined),
  })
  draftStore.onBegin(made.clear)
  return made
}
