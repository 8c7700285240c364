import type { FastifyInstance } from 'fastify'

/** Logs each call: route, status and duration, without addresses, queries or names. */
export function logRequests(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { url, config } = request.routeOptions
    request.log.info(
      {
        method: request.method,
        route: url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(config.endpoint && { audit: config.endpoint.audit, role: request.user?.selectedRole }),
      },
      'call',
    )
  })
}
