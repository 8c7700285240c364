import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CookieOptions, opaqueCookie } from '#platform/http/opaque-cookie.ts'

/** Deletes every cookie of the office from the device of a leaving visitor, and ends their sessions. */
export type Leave = (request: FastifyRequest, reply: FastifyReply) => Promise<Record<string, never>>

/** The id in the anonymous cookie, which the server never stores, and the digest that it may store. */
export interface Visit {
  readonly id: string
  readonly hash: string
}

export type Visitors = ReturnType<typeof createVisitors>

/**
 * The anonymous cookie of a visitor: it binds their captcha and their uploads to the browser, carries no information about
 * them, and ends with the browser session (decisions §3, §4).
 */
export function createVisitors(options: CookieOptions) {
  const cookie = opaqueCookie(options, { suffix: '-visita', sameSite: 'strict' })
  /** The visit of the request; a new one where it has none. */
  const ensureVisit = (request: FastifyRequest, reply: FastifyReply): Visit =>
    cookie.read(request) ?? cookie.renew(request, reply)
  return {
    visitOf: (request: FastifyRequest): Visit | undefined => cookie.read(request),
    ensureVisit,
    hashOf: (request: FastifyRequest) => cookie.readHash(request),
    /** Digest of the visitor's id; creates an id where the request has none. */
    ensure: (request: FastifyRequest, reply: FastifyReply) => ensureVisit(request, reply).hash,
    clear: cookie.clear,
  }
}
