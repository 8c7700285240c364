import type { FastifyInstance, HTTPMethods } from 'fastify'
import { AppError } from '../app-error.ts'

const methods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Answers 405, with the allowed methods, for every other method of a served path. */
export function refuseOtherMethods(app: FastifyInstance) {
  for (const path of new Set(app.served.map(({ path }) => path))) {
    const allowed = app.served.filter((endpoint) => endpoint.path === path).map(({ method }): HTTPMethods => method)
    app.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url: path,
      // Before the body is read, because its type does not matter here.
      onRequest: async () => {
        throw new AppError('method_not_allowed', { headers: { allow: allowed.join(', ') } })
      },
      handler: async () => undefined,
    })
  }
}
