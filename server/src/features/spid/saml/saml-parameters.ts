import type { FastifyRequest } from 'fastify'
import type { RawMessage } from './incoming.ts'

/** The SAML message of a request: from the query of a redirect, or from a form. */
export const samlMessageOf = (request: FastifyRequest): RawMessage => ({
  binding: request.method === 'POST' ? 'post' : 'redirect',
  rawQuery: request.url.slice(request.url.indexOf('?') + 1),
  fields: (request.body ?? {}) as RawMessage['fields'],
})
