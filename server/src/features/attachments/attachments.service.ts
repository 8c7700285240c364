import { can, previewOf } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#platform/app-error.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import type { FileReply } from '#platform/http/serve.ts'
import type { BrowserCall } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'

export interface AttachmentSources {
  readonly attachments: Attachments
  readonly cases: {
    /** Whether the case is in the user's scope. */
    mayRead(caseId: number, user: SessionUser): Promise<boolean>
  }
  readonly followUps: {
    /** The id of the case that the request's follow-up session opens (code and PIN). */
    caseOf(request: FastifyRequest): Promise<number | undefined>
  }
}

/** Downloads of attachments: for users who may read the case, and for its reporter in a follow-up session. */
export function createAttachmentReading({ attachments, cases, followUps }: AttachmentSources) {
  const seesCases = (user: SessionUser | undefined): user is SessionUser =>
    user !== undefined && can('cases', user.selectedRole)

  /** Throws before any lookup, so that a caller without access to cases cannot probe which files exist. */
  function refuseStrangers(user: SessionUser | undefined, ownCase: number | undefined) {
    if (ownCase !== undefined || seesCases(user)) return
    throw new AppError(user ? 'not_allowed' : 'not_signed_in')
  }

  /** The file, if the caller may read it. Throws `not_found` for a file that no case has claimed yet, as if it did not exist. */
  async function find(id: string, { request, audit }: BrowserCall) {
    const { user } = request
    const ownCase = await followUps.caseOf(request)
    refuseStrangers(user, ownCase)
    const file = await attachments.find(id)
    if (!file || file.caseId === null) throw new AppError('not_found')
    // The reporter does not see the office's documents.
    if (file.caseId === ownCase && file.documentTypeId === null) return file
    if (!seesCases(user)) throw new AppError('not_found')
    if (await cases.mayRead(file.caseId, user)) return file
    audit.recordDenial('file', [file.number])
    throw new AppError('not_allowed')
  }

  return {
    /** The file as a download, or inline with `isPreview` if browsers can display its type. */
    async read(id: string, call: BrowserCall, isPreview: boolean): Promise<FileReply> {
      const { name, number, extension, mediaType } = await find(id, call)
      call.audit.record('file', [number])
      const stream = await attachments.open(id)
      return isPreview && previewOf(extension) ? { name, stream, mediaType, isInline: true } : { name, stream }
    },
  }
}
