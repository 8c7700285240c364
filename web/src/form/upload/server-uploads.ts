import {
  type AttachmentArea,
  deleteAttachment,
  scanAssistanceFile,
  scanCaseFile,
  scanReportFile,
} from '@portal/contract'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { upload } from '#lib/files/upload.ts'
import { forgetUploads, noteUploaded } from '#lib/files/uploaded-files.ts'
import { asOneVisitor } from '#lib/session/visitor-lock.ts'
import { createUploadQueue, type UploadQueueOptions } from './upload-queue.ts'

const endpointOf = { report: scanReportFile, case: scanCaseFile, assistance: scanAssistanceFile } as const

/** The files of a form that go to the server's scan of their area. What no form claims is taken back by a quick exit. */
export function createServerUploads(
  area: AttachmentArea,
  options: Omit<UploadQueueOptions, 'area' | 'send' | 'remove'>,
) {
  return createUploadQueue({
    ...options,
    area,
    async send(file, { senderKey, ...sending }) {
      const headers = { 'Idempotency-Key': senderKey }
      const outcome = await asOneVisitor(() => upload(endpointOf[area], file, { headers, ...sending }))
      if (outcome.attachment) noteUploaded(outcome.attachment.id)
      return outcome
    },
    async remove(id) {
      await call(deleteAttachment, { body: { id } }).catch((error: unknown) => {
        // What is not there any more needs no deleting.
        if (!(error instanceof CallError && error.status === 404)) throw error
      })
      forgetUploads([id])
      return true
    },
  })
}
