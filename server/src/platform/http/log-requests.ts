import type { FastifyInstance } from 'fastify'
import type { Clock } from '#platform/clock.ts'

/**
 * Logs each call: route, status and duration, and its trace where there is one, without addresses, queries or names. Each answer says which request it answers,
 * and the time by which the server judges dates.
 */
export function logRequests(app: FastifyInstance, clock: Clock) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('date', clock.now().toUTCString())
  })
  app.addHook('onResponse', async (request, reply) => {
    const { url, config } = request.routeOptions
    // A load balancer asks twice a second.
    const isHealthy = /\/health\//.test(url ?? '') && reply.statusCode < 400
    request.log[isHealthy ? 'debug' : 'info'](
      {
        method: request.method,
        route: url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.span && { trace: request.span.spanContext().traceId }),
        ...(config.endpoint && { audit: config.endpoint.audit, role: request.user?.selectedRole }),
      },
      'call',
    )
  })
}
