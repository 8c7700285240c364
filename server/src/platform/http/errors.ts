import { setTimeout as delay } from 'node:timers/promises'
import type { AppErrorCode } from '@portal/contract'
import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'
import { type DatabaseErrorKind, databaseErrorKind, OutcomeUnknownError } from '../database/database-errors.ts'
import { textsIn } from '../texts.ts'
import { failure } from './envelope.ts'
import { tagOfRequest } from './serve.ts'

/** Error codes for Fastify's own errors. */
// biome-ignore format: a table
const appErrorOfCode: Readonly<Record<string, AppErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE:        'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE:    'wrong_type',
  FST_ERR_CTP_EMPTY_JSON_BODY:       'malformed_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH:'malformed_input',
  FST_ERR_BAD_URL:                   'malformed_input',
  FST_ERR_REP_ALREADY_SENT:          'unexpected',
}

const unavailable = (seconds: number) => () =>
  new AppError('unavailable', { headers: { 'retry-after': String(seconds) } })

/** The answer to an error of the database. A row that is still in use is a defect of the code that did not expect it. */
const appErrorOfKind: Partial<Record<DatabaseErrorKind, () => AppError>> = {
  away: unavailable(5),
  busy: unavailable(1),
  full: unavailable(60),
  input: () => new AppError('malformed_input'),
}

export function appErrorOf(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  const code = appErrorOfCode[error.code]
  if (code) return new AppError(code)
  if (error instanceof OutcomeUnknownError) return new AppError('outcome_unknown')
  const kind = databaseErrorKind(error)
  const known = kind && appErrorOfKind[kind]
  if (known) return known()
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new AppError('malformed_input')
  return new AppError('unexpected')
}

/** A read may be sent again, whatever became of what it wrote by the way, such as a new captcha. */
const appErrorOfRead = (error: FastifyError | AppError): AppError =>
  error instanceof OutcomeUnknownError ? unavailable(5)() : appErrorOf(error)

/** Headers of the body that an error replaces, such as a file. */
const bodyHeaders = ['content-type', 'content-length', 'content-disposition', 'content-encoding', 'accept-ranges']

/** Turns every error into an answer. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler<FastifyError | AppError>(async (error, request, reply) => {
    const appError = request.method === 'GET' ? appErrorOfRead(error) : appErrorOf(error)
    if (appError.details.answerAfterMs) await delay(appError.details.answerAfterMs)
    if (appError.status >= 500) request.log.error({ err: error }, 'call failed')
    for (const name of bodyHeaders) reply.removeHeader(name)
    return reply
      .status(appError.status)
      .headers(appError.details.headers ?? {})
      .send(failure(appError, request.id, textsIn(tagOfRequest(request)), request.routeOptions.config.endpoint))
  })
}
