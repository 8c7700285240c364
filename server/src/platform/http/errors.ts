import type { ProblemCode } from '@portal/contract'
import type { FastifyError, FastifyInstance } from 'fastify'
import { isDatabaseAway } from '../database/is-away.ts'
import { Problem } from '../problem.ts'
import { textsIn } from '../texts.ts'
import { failure } from './envelope.ts'
import { languageOfRequest } from './serve.ts'

/** Error codes for Fastify's own errors. */
// biome-ignore format: a table
const problemOfCode: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE:        'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE:    'wrong_type',
  FST_ERR_CTP_EMPTY_JSON_BODY:       'malformed_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH:'malformed_input',
  FST_ERR_BAD_URL:                   'malformed_input',
  FST_ERR_REP_ALREADY_SENT:          'unexpected',
}

export function problemOf(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  const code = problemOfCode[error.code]
  if (code) return new Problem(code)
  if (isDatabaseAway(error)) return new Problem('unavailable', { headers: { 'retry-after': '5' } })
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new Problem('malformed_input')
  return new Problem('unexpected')
}

/** Headers of the body that an error replaces, such as a file. */
const bodyHeaders = ['content-type', 'content-length', 'content-disposition', 'content-encoding', 'accept-ranges']

/** Turns every error into an answer. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler<FastifyError | Problem>((error, request, reply) => {
    const problem = problemOf(error)
    if (problem.status >= 500) request.log.error({ err: error }, 'call failed')
    for (const name of bodyHeaders) reply.removeHeader(name)
    return reply
      .status(problem.status)
      .headers(problem.details.headers ?? {})
      .send(failure(problem, request.id, textsIn(languageOfRequest(request)), request.routeOptions.config.endpoint))
  })
}
