import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Audit } from '../audit/audit.ts'
import { Problem } from '../problem.ts'
import type { Sessions } from '../session/sessions.ts'

interface Options {
  readonly sessions: Sessions
  readonly audit: Audit
  readonly publicOrigin: string
  /** Whether the request's own loopback host will do as well. */
  readonly acceptsLoopback: boolean
}

/** What stands before every call: same origin for what changes something, then session and role, by the endpoint. */
export function guard(app: FastifyInstance, options: Options) {
  app.decorateRequest('user', undefined)
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    if (endpoint.method !== 'GET') refuseOtherOrigin(request, options)
    request.user = await options.sessions.find(request, endpoint.prolongs !== false)
    if (endpoint.allow === 'anyone') return
    if (!request.user) throw new Problem('not_signed_in')
    if (endpoint.allow !== 'signed_in' && !endpoint.allow.includes(request.user.selectedRole)) {
      await options.audit.refused(endpoint, request)
      throw new Problem('not_allowed')
    }
  })
}

/** Browsers say where a request comes from; what says nothing is no browser and carries no one's cookie unasked. */
function refuseOtherOrigin(request: FastifyRequest, options: Options) {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  const comesFromHere = site === undefined || site === 'same-origin' || site === 'none'
  if (!comesFromHere || (origin !== undefined && !isOurs(origin, request, options))) throw new Problem('other_origin')
}

function isOurs(origin: string, request: FastifyRequest, { publicOrigin, acceptsLoopback }: Options) {
  if (origin === publicOrigin) return true
  if (!acceptsLoopback || !URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  return host === request.headers.host && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
