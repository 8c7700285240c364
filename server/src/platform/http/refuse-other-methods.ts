import type { FastifyInstance, HTTPMethods } from 'fastify'
import { Problem } from '../problem.ts'

const methods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Answers 405 with the methods that a served path does know, for every other one. */
export function refuseOtherMethods(app: FastifyInstance) {
  for (const path of new Set(app.served.map(({ path }) => path))) {
    const known = app.served.filter((endpoint) => endpoint.path === path).map(({ method }): HTTPMethods => method)
    app.route({
      method: methods.filter((method) => !known.includes(method)),
      url: path,
      // Before the body is read: its type does not matter any more.
      onRequest: async () => {
        throw new Problem('method_not_allowed', { headers: { allow: known.join(', ') } })
      },
      handler: async () => undefined,
    })
  }
}
