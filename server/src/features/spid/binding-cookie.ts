import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isHttpsRequest } from '#platform/session/session-cookie.ts'

interface Options {
  readonly slug: string
  readonly isAlwaysHttps: boolean
  /** How long a sign-in may take. */
  readonly seconds: number
}

const isOurs = (value: string | undefined): value is string => value !== undefined && /^[\w-]{43}$/.test(value)
const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url')

/**
 * The cookie that binds a sign-in to the browser that asked for it: nobody can be signed in as somebody else by an answer
 * that a foreign page posts. The session's own cookie will not do, since `SameSite=Lax` keeps it from the provider's post.
 * One for each browser, whatever number of tabs are signing in.
 */
export function bindingCookie({ slug, isAlwaysHttps, seconds }: Options) {
  const isSecure = (request: FastifyRequest) => isHttpsRequest(request, isAlwaysHttps)
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? `__Host-${slug}-spid` : `${slug}-spid`)
  const read = (request: FastifyRequest) => {
    const value = request.cookies[nameFor(request)]
    return isOurs(value) ? value : undefined
  }
  return {
    /** Digest of the browser's cookie. */
    readHash(request: FastifyRequest): string | undefined {
      const value = read(request)
      return value && hashOf(value)
    },
    /** Sets the cookie, or makes the one that is there last; gives its digest. */
    renew(request: FastifyRequest, reply: FastifyReply): string {
      const value = read(request) ?? randomBytes(32).toString('base64url')
      const secure = isSecure(request)
      // Browsers take `None` over https alone; over http a provider elsewhere posts without the cookie (SPID_BIND_BROWSER).
      const sameSite = secure ? 'none' : 'lax'
      reply.setCookie(nameFor(request), value, { path: '/', httpOnly: true, sameSite, secure, maxAge: seconds })
      return hashOf(value)
    },
  }
}
