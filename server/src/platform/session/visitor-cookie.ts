import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CookieOptions, opaqueCookie } from '#platform/http/opaque-cookie.ts'

/** Takes every cookie of the office off the device of whoever leaves, and ends what they opened. */
export type Leave = (request: FastifyRequest, reply: FastifyReply) => Promise<Record<string, never>>

export type Visitors = ReturnType<typeof createVisitors>

/**
 * The anonymous cookie of somebody who is not signed in: it binds their captcha and the files that they brought to their
 * browser, says nothing about them, and goes with the browser (decisions §3, §4).
 */
export function createVisitors(options: CookieOptions) {
  const cookie = opaqueCookie(options, { suffix: '-visita', sameSite: 'strict' })
  return {
    hashOf: cookie.readHash,
    /** The same, with a new id where the request carries none. */
    ensure: (request: FastifyRequest, reply: FastifyReply) => cookie.readHash(request) ?? cookie.renew(request, reply),
    clear: cookie.clear,
  }
}
