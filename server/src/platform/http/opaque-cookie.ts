import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface CookieOptions {
  readonly slug: string
  /** The public address of the portal uses https, whatever the protocol of the last hop. */
  readonly isAlwaysHttps: boolean
}

interface Kind {
  /** Distinguishes its name from those of the office's other cookies. */
  readonly suffix?: string
  /** `none` becomes `lax` without https, because browsers refuse it there. */
  readonly sameSite: 'lax' | 'strict' | 'none'
  /** Lifetime; absent for a session cookie of the browser. */
  readonly seconds?: number
}

export type OpaqueCookie = ReturnType<typeof opaqueCookie>

/** Whether the browser reaches the portal by https. */
export const isSecure = ({ isAlwaysHttps }: CookieOptions, request: FastifyRequest) =>
  isAlwaysHttps || request.protocol === 'https'

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')

/** A cookie with a random id that carries no information; the database stores only its digest (decisions §2). */
export function opaqueCookie(options: CookieOptions, { suffix = '', sameSite, seconds }: Kind) {
  const nameFor = (request: FastifyRequest) => `${isSecure(options, request) ? '__Host-' : ''}${options.slug}${suffix}`
  const read = (request: FastifyRequest) => {
    const id = request.cookies[nameFor(request)]
    return id && /^[\w-]{43}$/.test(id) ? id : undefined
  }
  return {
    /** The id in the request and its digest. */
    read(request: FastifyRequest): { id: string; hash: string } | undefined {
      const id = read(request)
      return id === undefined ? undefined : { id, hash: hashOf(id) }
    },
    /** Digest of the id in the request. */
    readHash(request: FastifyRequest): string | undefined {
      const id = read(request)
      return id === undefined ? undefined : hashOf(id)
    },
    /** Creates an id and its digest. */
    make(): { id: string; hash: string } {
      const id = randomBytes(32).toString('base64url')
      return { id, hash: hashOf(id) }
    },
    set(request: FastifyRequest, reply: FastifyReply, id: string) {
      const secure = isSecure(options, request)
      reply.setCookie(nameFor(request), id, {
        path: '/',
        httpOnly: true,
        sameSite: sameSite === 'none' && !secure ? 'lax' : sameSite,
        secure,
        ...(seconds !== undefined && { maxAge: seconds }),
      })
    },
    /** Sets the cookie again with the id of the request, or with a new id; returns the id and its digest. */
    renew(request: FastifyRequest, reply: FastifyReply): { id: string; hash: string } {
      const made = this.read(request) ?? this.make()
      this.set(request, reply, made.id)
      return made
    },
    clear: (request: FastifyRequest, reply: FastifyReply) =>
      reply.clearCookie(nameFor(request), { path: '/', secure: isSecure(options, request) }),
  }
}
