import { Readable } from 'node:stream'
import { can, needsPicture, previewOf } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { mayReadCase } from '#features/cases/index.ts'
import { AppError } from '#platform/app-error.ts'
import type { StoredAttachment } from '#platform/attachments/attachments.store.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import type { HeifPicture } from '#platform/attachments/heif-pictures.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { FileReply } from '#platform/http/serve.ts'
import { networkOf } from '#platform/network.ts'
import { userShare } from '#platform/pdf/document-file.ts'
import type { BrowserCall } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'

export interface AttachmentSources {
  readonly attachments: Attachments
  readonly heifPicture: HeifPicture
  readonly db: Db
  readonly associations: {
    /** Whether a user may read a document of an association; correspondence is read by the office alone. */
    mayReadDocument(associationId: number, type: number, user: SessionUser): Promise<boolean>
  }
  readonly followUps: {
    /** The id of the case that the request's follow-up session opens (code and PIN). */
    caseOf(request: FastifyRequest): Promise<number | undefined>
  }
}

/** How a file is read. */
interface Reading {
  /** In the page, if browsers can display its type. */
  readonly isPreview: boolean
  /** As a picture, if only the server can draw its type. */
  readonly isDrawn: boolean
}

/** Downloads of attachments: for users who may read the record, and for the reporter of a case in a follow-up session. */
export function createAttachmentReading({ attachments, heifPicture, db, associations, followUps }: AttachmentSources) {
  const seesCases = (user: SessionUser | undefined): user is SessionUser =>
    user !== undefined && can('cases', user.selectedRole)
  const seesAssociations = (user: SessionUser | undefined): user is SessionUser =>
    user !== undefined && (can('register', user.selectedRole) || can('personalArea', user.selectedRole))

  /** Throws before any lookup, so that a caller without access to records cannot probe which files exist. */
  function refuseStrangers(user: SessionUser | undefined, ownCase: number | undefined) {
    if (ownCase !== undefined || seesCases(user) || seesAssociations(user)) return
    throw new AppError(user ? 'not_allowed' : 'not_signed_in')
  }

  /** The file, if the caller may read it. Throws `not_found` for a file that no case has claimed yet, as if it did not exist. */
  async function find(id: string, { request, audit }: BrowserCall) {
    const { user } = request
    const ownCase = await followUps.caseOf(request)
    refuseStrangers(user, ownCase)
    const file = await attachments.find(id)
    if (!file) throw new AppError('not_found')
    const mayRead = await mayReadFile(file, user, ownCase)
    if (mayRead === undefined) throw new AppError('not_found')
    if (mayRead) return file
    audit.recordDenial('file', [file.number])
    throw new AppError('not_allowed')
  }

  /** Whether the caller may read a claimed file; undefined where to them it does not exist. */
  const mayReadFile = (file: StoredAttachment, user: SessionUser | undefined, ownCase: number | undefined) =>
    file.associationId === null
      ? mayReadOfCase(file, user, ownCase)
      : mayReadOfAssociation(file.associationId, file.associationDocument ?? 0, user)

  async function mayReadOfAssociation(id: number, type: number, user: SessionUser | undefined) {
    return seesAssociations(user) ? associations.mayReadDocument(id, type, user) : undefined
  }

  async function mayReadOfCase(
    { caseId, documentTypeId }: StoredAttachment,
    user: SessionUser | undefined,
    ownCase: number | undefined,
  ) {
    if (caseId === null) return undefined
    // The reporter does not see the office's documents.
    if (caseId === ownCase && documentTypeId === null) return true
    return seesCases(user) ? mayReadCase(db, caseId, user) : undefined
  }

  const clientOf = ({ request: { user, ip } }: BrowserCall) => (user ? userShare(user.id) : networkOf(ip))

  return {
    /** The file as a download, or inline with `isPreview` if browsers can display its type. */
    async read(id: string, call: BrowserCall, { isPreview, isDrawn }: Reading): Promise<FileReply> {
      const { name, number, extension, mediaType } = await find(id, call)
      call.audit.record('file', [number])
      const picture =
        isDrawn && needsPicture(extension) ? await heifPicture(await attachments.open(id), clientOf(call)) : undefined
      if (picture) return { name, stream: Readable.from([picture]), mediaType: 'image/jpeg', isInline: true }
      const stream = await attachments.open(id)
      return isPreview && previewOf(extension) ? { name, stream, mediaType, isInline: true } : { name, stream }
    },
  }
}
