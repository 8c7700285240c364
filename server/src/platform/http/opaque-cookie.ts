import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface CookieOptions {
  readonly slug: string
  /** The portal is reached by https whatever the last hop speaks. */
  readonly isAlwaysHttps: boolean
}

interface Kind {
  /** What tells its name from those of the office's other cookies. */
  readonly suffix?: string
  /** `none` is `lax` without https, where browsers do not take it. */
  readonly sameSite: 'lax' | 'strict' | 'none'
  /** How long it lasts; without, it goes with the browser. */
  readonly seconds?: number
}

export type OpaqueCookie = ReturnType<typeof opaqueCookie>

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')

/** A cookie that holds a random id and says nothing; the database knows its digest alone (decisions §2). */
export function opaqueCookie({ slug, isAlwaysHttps }: CookieOptions, { suffix = '', sameSite, seconds }: Kind) {
  const isSecure = (request: FastifyRequest) => isAlwaysHttps || request.protocol === 'https'
  const nameFor = (request: FastifyRequest) => `${isSecure(request) ? '__Host-' : ''}${slug}${suffix}`
  const read = (request: FastifyRequest) => {
    const id = request.cookies[nameFor(request)]
    return id && /^[\w-]{43}$/.test(id) ? id : undefined
  }
  return {
    /** Digest of the id that the request carries. */
    readHash(request: FastifyRequest): string | undefined {
      const id = read(request)
      return id && hashOf(id)
    },
    /** A new id, and its digest. */
    make(): { id: string; hash: string } {
      const id = randomBytes(32).toString('base64url')
      return { id, hash: hashOf(id) }
    },
    set(request: FastifyRequest, reply: FastifyReply, id: string) {
      const secure = isSecure(request)
      reply.setCookie(nameFor(request), id, {
        path: '/',
        httpOnly: true,
        sameSite: sameSite === 'none' && !secure ? 'lax' : sameSite,
        secure,
        ...(seconds !== undefined && { maxAge: seconds }),
      })
    },
    /** Sets it anew with the id that the request carries, or else with a new one; gives the id's digest. */
    renew(request: FastifyRequest, reply: FastifyReply): string {
      const id = read(request) ?? this.make().id
      this.set(request, reply, id)
      return hashOf(id)
    },
    clear: (request: FastifyRequest, reply: FastifyReply) =>
      reply.clearCookie(nameFor(request), { path: '/', secure: isSecure(request) }),
  }
}
