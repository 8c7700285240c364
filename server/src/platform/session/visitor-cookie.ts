import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CookieOptions, opaqueCookie } from '#platform/http/opaque-cookie.ts'

/** Deletes every cookie of the office from the device of a leaving visitor, and ends their sessions. */
export type Leave = (request: FastifyRequest, reply: FastifyReply) => Promise<Record<string, never>>

export type Visitors = ReturnType<typeof createVisitors>

/**
 * The anonymous cookie of a visitor: it binds their captcha and their uploads to the browser, carries no information about
 * them, and ends with the browser session (decisions §3, §4).
 */
export function createVisitors(options: CookieOptions) {
  const cookie = opaqueCookie(options, { suffix: '-visita', sameSite: 'strict' })
  return {
    hashOf: cookie.readHash,
    /** Digest of the visitor's id; creates an id where the request has none. */
    ensure: (request: FastifyRequest, reply: FastifyReply) => cookie.readHash(request) ?? cookie.renew(request, reply),
    clear: cookie.clear,
  }
}
