import { leftPath } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CookieOptions, isSecure, opaqueCookie } from '../http/opaque-cookie.ts'

/** How long the addresses of a report lead to the neutral page after an exit. */
const seconds = 600

export type QuickExit = ReturnType<typeof createQuickExit>

interface Options extends CookieOptions {
  /** The neutral page. */
  readonly url: string
}

/**
 * The quick exit of pages without scripts. A cookie without content makes every address of the report lead to the neutral page
 * for some minutes, until the visitor starts again from the intro (decisions §3).
 */
export function createQuickExit(options: Options) {
  const cookie = opaqueCookie(options, { suffix: '-uscita', sameSite: 'lax', seconds })
  return {
    path: `/${options.slug}${leftPath}`,
    hasLeft: (request: FastifyRequest) => cookie.readHash(request) !== undefined,
    begin(request: FastifyRequest, reply: FastifyReply) {
      cookie.renew(request, reply)
      forgetSite(options, request, reply)
    },
    lift(request: FastifyRequest, reply: FastifyReply) {
      if (cookie.readHash(request) !== undefined) cookie.clear(request, reply)
    },
    leadAway: (reply: FastifyReply) => reply.header('cache-control', 'no-store').redirect(options.url, 303),
    /** The origin of the neutral page, for the policy of forms: a form posted after an exit leads there too. */
    origin: new URL(options.url).origin,
  }
}

/** Has the browser delete its copies of pages, those in memory too, and its storage; browsers accept that over https alone. */
export function forgetSite(options: CookieOptions, request: FastifyRequest, reply: FastifyReply) {
  if (isSecure(options, request)) reply.header('clear-site-data', '"cache", "storage"')
}
