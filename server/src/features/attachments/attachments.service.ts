import { mayEnter, previewOf } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { Attachments } from '#platform/attachments/attachments.ts'
import { refused, touched } from '#platform/audit/audit-act.ts'
import type { FileReply } from '#platform/http/serve.ts'
import { Problem } from '#platform/problem.ts'
import type { SessionUser } from '#platform/session/session.store.ts'

interface Options {
  readonly attachments: Attachments
  readonly cases: {
    /** Whether the case is one of those that this person sees. */
    mayRead(caseId: number, user: SessionUser): Promise<boolean>
  }
  readonly followUps: {
    /** The case whose reporter came by code and pin. */
    caseOf(request: FastifyRequest): Promise<number | undefined>
  }
}

export type AttachmentReading = ReturnType<typeof createAttachmentReading>

/** Files as they are read again: by whoever may read their case, and by the reporter who came by code and pin. */
export function createAttachmentReading({ attachments, cases, followUps }: Options) {
  const seesCases = (user: SessionUser | undefined): user is SessionUser =>
    user !== undefined && mayEnter('cases', user.selectedRole)

  /** Nobody who may read no case at all learns whether a file is there. */
  function refuseStrangers(user: SessionUser | undefined, ownCase: number | undefined) {
    if (ownCase !== undefined || seesCases(user)) return
    throw new Problem(user ? 'not_allowed' : 'not_signed_in')
  }

  /** The file, if whoever asks may read it; 404 for what no case has, so that nobody learns of what others are about to send. */
  async function find(id: string, request: FastifyRequest) {
    const { user } = request
    const ownCase = await followUps.caseOf(request)
    refuseStrangers(user, ownCase)
    const found = await attachments.find(id)
    if (!found || found.caseId === null) throw new Problem('not_found')
    // What the office keeps of a case is not its reporter's to see.
    if (found.caseId === ownCase && found.documentTypeId === null) return found
    if (!seesCases(user)) throw new Problem('not_found')
    if (await cases.mayRead(found.caseId, user)) return found
    refused('file', [found.number])
    throw new Problem('not_allowed')
  }

  return {
    /** A file to be saved, or, where a browser can show it, to be looked at. */
    async read(id: string, request: FastifyRequest, isPreview: boolean): Promise<FileReply> {
      const { name, number, extension, mediaType } = await find(id, request)
      touched('file', [number])
      const stream = await attachments.open(id)
      return isPreview && previewOf(extension) ? { name, stream, mediaType, isInline: true } : { name, stream }
    },
  }
}
