import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isHttpsRequest } from '#platform/session/session-cookie.ts'

interface Options {
  readonly slug: string
  /** The portal is reached by https whatever the last hop speaks. */
  readonly isAlwaysHttps: boolean
}

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')

/** The cookie of whoever opened a report by code and pin: it goes with the browser, and the database knows its digest alone. */
export function followUpCookie({ slug, isAlwaysHttps }: Options) {
  const isSecure = (request: FastifyRequest) => isHttpsRequest(request, isAlwaysHttps)
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? `__Host-${slug}-pratica` : `${slug}-pratica`)
  return {
    readHash(request: FastifyRequest): string | undefined {
      const id = request.cookies[nameFor(request)]
      return id && hashOf(id)
    },
    /** A new id, and its digest. */
    make(): { id: string; hash: string } {
      const id = randomBytes(32).toString('base64url')
      return { id, hash: hashOf(id) }
    },
    set: (request: FastifyRequest, reply: FastifyReply, id: string) =>
      reply.setCookie(nameFor(request), id, {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure(request),
      }),
    clear: (request: FastifyRequest, reply: FastifyReply) =>
      reply.clearCookie(nameFor(request), { path: '/', secure: isSecure(request) }),
  }
}
