import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isHttpsRequest } from './session-cookie.ts'

interface Options {
  readonly slug: string
  readonly isAlwaysHttps: boolean
}

export type Visitors = ReturnType<typeof createVisitors>

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')

/**
 * The anonymous cookie of somebody who is not signed in: it binds their captcha and the files that they brought to their
 * browser, says nothing about them, and goes with the browser (decisions §3, §4). The database knows its digest alone.
 */
export function createVisitors({ slug, isAlwaysHttps }: Options) {
  const isSecure = (request: FastifyRequest) => isHttpsRequest(request, isAlwaysHttps)
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? `__Host-${slug}-visita` : `${slug}-visita`)
  return {
    /** Digest of the id that the request carries. */
    hashOf(request: FastifyRequest): string | undefined {
      const id = request.cookies[nameFor(request)]
      return id && /^[\w-]{43}$/.test(id) ? hashOf(id) : undefined
    },
    /** The same, with a new id where the request carries none. */
    ensure(request: FastifyRequest, reply: FastifyReply): string {
      const known = this.hashOf(request)
      if (known) return known
      const id = randomBytes(32).toString('base64url')
      reply.setCookie(nameFor(request), id, {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure(request),
      })
      return hashOf(id)
    },
    clear: (request: FastifyRequest, reply: FastifyReply) =>
      reply.clearCookie(nameFor(request), { path: '/', secure: isSecure(request) }),
  }
}
