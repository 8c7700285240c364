import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface Options {
  readonly slug: string
  /** The portal is reached by https whatever the last hop speaks. */
  readonly isAlwaysHttps: boolean
}

export const isHttpsRequest = (request: FastifyRequest, isAlwaysHttps: boolean) =>
  isAlwaysHttps || request.protocol === 'https'

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')

/** The cookie that holds the opaque id of a session; the database knows its digest alone (decisions §2). */
export function sessionCookie({ slug, isAlwaysHttps }: Options) {
  const isSecure = (request: FastifyRequest) => isHttpsRequest(request, isAlwaysHttps)
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? `__Host-${slug}` : slug)
  return {
    /** Digest of the id that the request carries. */
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
      reply.setCookie(nameFor(request), id, { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request) }),
    clear: (request: FastifyRequest, reply: FastifyReply) =>
      reply.clearCookie(nameFor(request), { path: '/', secure: isSecure(request) }),
  }
}
