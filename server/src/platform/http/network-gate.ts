import { createHmac, randomBytes } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { tooMany } from '../app-error.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { networkOf } from '../network.ts'

/** Connections to the database that calls without a session leave to those of signed-in users. */
const keptForUsers = 2
/** Calls of one network at the same time: several schools that open the form in the same second. */
const ofNetwork = 500
/** Calls that may wait, of all networks together. */
const waiting = 1000
/** Networks whose calls of the last minute are counted; with more of them those that called least recently are deleted. */
const countedNetworks = 10_000

export type NetworkGate = ReturnType<typeof createNetworkGate>

/**
 * What calls without a session pass before they ask the database for a connection. One network fills half of the places at most,
 * and the others take turns, so that a flood delays only its own network; a network with too many calls at once gets 429. In memory
 * networks have a keyed hash, whose key ends with the process.
 */
export function createNetworkGate(poolSize: number) {
  const key = randomBytes(32)
  const atOnce = Math.max(1, poolSize - keptForUsers)
  const atOncePerClient = Math.ceil(atOnce / 2)
  const limit = createConcurrencyLimit({ atOnce, waiting, atOncePerClient, perClient: ofNetwork })
  const hashOf = (request: FastifyRequest) =>
    createHmac('sha256', key).update(networkOf(request.ip)).digest('base64url').slice(0, 22)
  return {
    hashOf,
    run: <T>(request: FastifyRequest, task: () => Promise<T>): Promise<T> => limit(hashOf(request), task),
  }
}

/**
 * Sends the calls without a session through the gate, those of the routes that are added later. Uploads last as long as the
 * connection of their sender; they have limits of their own in memory (`scanner.ts`).
 */
export function passGate(app: FastifyInstance, gate: NetworkGate) {
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint?.upload) return
    const handle: RouteHandlerMethod = route.handler
    route.handler = function passed(request, reply) {
      return request.user
        ? handle.call(this, request, reply)
        : gate.run(request, async () => handle.call(this, request, reply))
    }
  })
}

/** Limits the calls of one network per minute, in memory. The finer limits are in the database. */
export async function limitRequests(app: FastifyInstance, gate: NetworkGate, perMinute: number) {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    cache: countedNetworks,
    keyGenerator: gate.hashOf,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
  })
}
