import { type Endpoint, secondsLeftHeader } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Audit } from '../audit/audit.ts'
import type { Clock } from '../clock.ts'
import type { SessionUser } from '../session/session.store.ts'
import type { Sessions } from '../session/sessions.ts'
import { isLoopback } from '../settings/related-settings.ts'
import type { NetworkGate } from './network-gate.ts'

export interface OwnOrigin {
  readonly publicOrigin: string
  /** Whether the loopback host of the request is accepted as well. */
  readonly acceptsLoopback: boolean
}

interface Options extends OwnOrigin {
  readonly sessions: Sessions
  readonly audit: Audit
  readonly clock: Clock
  readonly gate: NetworkGate
}

/** Checks before every call: same origin for calls that change state, then session and role as the endpoint declares. */
export function guard(app: FastifyInstance, options: Options) {
  app.decorateRequest('user', undefined)
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    if (endpoint.method !== 'GET' || endpoint.changesState) refuseOtherOrigin(request, options)
    request.user = await options.sessions.find(request, endpoint.prolongs !== false, options.gate)
    if (request.user) reply.header(secondsLeftHeader, secondsLeft(request.user, options.clock))
    if (mayCall(endpoint, request.user)) return
    if (!request.user) throw new AppError('not_signed_in')
    await options.audit.refused(endpoint, request)
    throw new AppError('not_allowed')
  })
}

function mayCall({ allow }: Endpoint, user: SessionUser | undefined): boolean {
  if (allow === 'anyone') return true
  if (!user) return false
  return allow === 'signed_in' || allow.includes(user.selectedRole)
}

const secondsLeft = ({ expiresAt }: SessionUser, clock: Clock) =>
  Math.max(0, Math.round((expiresAt.getTime() - clock.now().getTime()) / 1000))

/**
 * Refuses cross-site requests by the headers of browsers. Other clients send none, and do not send a user's cookie
 * unintentionally.
 */
export function refuseOtherOrigin(request: FastifyRequest, options: OwnOrigin) {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  const comesFromHere = site === undefined || site === 'same-origin' || site === 'none'
  if (!comesFromHere || (origin !== undefined && !isOurs(origin, request, options))) throw new AppError('other_origin')
}

function isOurs(origin: string, request: FastifyRequest, { publicOrigin, acceptsLoopback }: OwnOrigin) {
  if (origin === publicOrigin) return true
  if (!acceptsLoopback || !URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  return host === request.headers.host && isLoopback(hostname)
}
