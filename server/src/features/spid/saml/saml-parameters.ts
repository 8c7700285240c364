import type { FastifyRequest } from 'fastify'
import type { Brought } from './incoming.ts'

/** The SAML message that a browser brings: in the query of a redirect, or as a form. */
export const broughtBy = (request: FastifyRequest): Brought => ({
  binding: request.method === 'POST' ? 'post' : 'redirect',
  rawQuery: request.url.slice(request.url.indexOf('?') + 1),
  fields: (request.body ?? {}) as Brought['fields'],
})
