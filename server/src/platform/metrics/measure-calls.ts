import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Measures each call by its declared path. */
export function measureCalls(app: FastifyInstance, metrics: Pick<Metrics, 'noteCall'>): void {
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    metrics.noteCall({ method, route: routeOptions.url, status: statusCode, milliseconds: elapsedTime })
  })
}
