import { mayEnter } from '@portal/contract'
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

  return {
    /** 404 for what no case has, so that nobody learns of what others are about to send. */
    async read(id: string, request: FastifyRequest): Promise<FileReply> {
      const { user } = request
      const ownCase = await followUps.caseOf(request)
      refuseStrangers(user, ownCase)
      const found = await attachments.find(id)
      const caseId = found?.caseId ?? undefined
      if (!found || caseId === undefined) throw new Problem('not_found')
      if (caseId !== ownCase) {
        if (!seesCases(user)) throw new Problem('not_found')
        if (!(await cases.mayRead(caseId, user))) {
          refused('file', [found.number])
          throw new Problem('not_allowed')
        }
      }
      touched('file', [found.number])
      return { name: found.name, stream: await attachments.open(id) }
    },
  }
}
